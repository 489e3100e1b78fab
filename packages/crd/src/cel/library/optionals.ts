import { BOOL, declareFunction, declareMethod, listOf, type Overload, optionalOf, param } from '../types/index.ts';
import {
  CelList,
  CelMap,
  CelStruct,
  Duration,
  EvaluationError,
  numberOf,
  Optional,
  Timestamp,
  typeNameOf,
  type Value,
} from '../values/index.ts';

const V = param('V');
const OPTIONAL = optionalOf(V);

function isZero(value: Value): boolean {
  if (value === null || value === false || value === '') return true;
  const number = numberOf(value);
  if (number !== undefined) return Number(number) === 0;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelList || value instanceof CelMap) return value.size === 0;
  if (value instanceof CelStruct) return value.fields.size === 0;
  if (value instanceof Optional) return value.value === undefined;
  if (value instanceof Duration) return value.nanoseconds === 0n;
  // Go's zero time is the first second of year 1.
  return value instanceof Timestamp && value.seconds === -62_135_596_800n && value.milliseconds === 0n;
}

function unwrap(list: CelList): CelList {
  const values: Value[] = [];
  for (const element of list) {
    if (!(element instanceof Optional))
      throw new EvaluationError(`value of type ${typeNameOf(element)} is not optional`);
    if (element.value !== undefined) values.push(element.value);
  }
  return CelList.of(values);
}

const elementAt = (list: CelList, index: number) => (list.size === 0 ? Optional.none : new Optional(list.at(index)));

/** `or` and `orValue` are missing: they may leave their argument unevaluated. */
export const OPTIONALS: readonly Overload[] = [
  declareFunction('optional.of', [V], OPTIONAL, (value: Value) => new Optional(value)),
  declareFunction('optional.ofNonZeroValue', [V], OPTIONAL, (value: Value) =>
    isZero(value) ? Optional.none : new Optional(value),
  ),
  declareFunction('optional.none', [], OPTIONAL, () => Optional.none),
  declareMethod('value', [OPTIONAL], V, (optional: Optional) => optional.get()),
  declareMethod('hasValue', [OPTIONAL], BOOL, (optional: Optional) => optional.value !== undefined),
  declareMethod('first', [listOf(V)], OPTIONAL, (list: CelList) => elementAt(list, 0)),
  declareMethod('last', [listOf(V)], OPTIONAL, (list: CelList) => elementAt(list, list.size - 1)),
  declareFunction('optional.unwrap', [listOf(OPTIONAL)], listOf(V), unwrap),
  declareMethod('unwrapOpt', [listOf(OPTIONAL)], listOf(V), unwrap),
];
