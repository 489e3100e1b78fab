import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  declareFunction,
  INT,
  listOf,
  mapOf,
  type Overload,
  optionalOf,
  param,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../types/index.ts';
import {
  type CelList,
  type CelMap,
  compare,
  Duration,
  EvaluationError,
  equal,
  Optional,
  sizeOf,
  Timestamp,
  Uint,
  type Value,
} from '../values/index.ts';
import { PER_CHARACTER } from './costs.ts';

const INT_MIN = -(2n ** 63n);
const INT_MAX = 2n ** 63n - 1n;
const UINT_MAX = 2n ** 64n - 1n;
const A = param('A');
const B = param('B');

/** An int64; anything larger is an error, never a wrapped number. */
export function int(value: bigint): bigint {
  if (value < INT_MIN || value > INT_MAX) throw new EvaluationError('integer overflow');
  return value;
}

export function uint(value: bigint): Uint {
  if (value < 0n || value > UINT_MAX) throw new EvaluationError('unsigned integer overflow');
  return new Uint(value);
}

function nonZero(divisor: bigint, text: string): bigint {
  if (divisor === 0n) throw new EvaluationError(text);
  return divisor;
}

const DIVIDE = 'division by zero';
const MODULUS = 'modulus by zero';

/**
 * The order of signatures is the server's. It shows where a type is still open: the first signature that fits
 * decides what `v` is in `[].map(v, -v)`.
 */
function arithmetic(
  name: string,
  ints: (a: bigint, b: bigint) => bigint,
  doubles?: (a: number, b: number) => number,
): { doubles: Overload[]; ints: Overload; uints: Overload } {
  const sign = `_${name}_`;
  return {
    doubles: doubles === undefined ? [] : [declareFunction(sign, [DOUBLE, DOUBLE], DOUBLE, doubles)],
    ints: declareFunction(sign, [INT, INT], INT, (a: bigint, b: bigint) => int(ints(a, b))),
    uints: declareFunction(sign, [UINT, UINT], UINT, (a: Uint, b: Uint) => uint(ints(a.value, b.value))),
  };
}

const inOrder = ({ doubles, ints, uints }: ReturnType<typeof arithmetic>) => [...doubles, ints, uints];

const shorter = (a: Value, b: Value) => Math.ceil(Math.min(sizeOf(a), sizeOf(b)) * PER_CHARACTER);
const both = (a: Value, b: Value) => Math.ceil((sizeOf(a) + sizeOf(b)) * PER_CHARACTER);
const moved = (time: Timestamp, by: bigint) => new Timestamp(time.nanoseconds + by, time.offsetMinutes);

function joinBytes(a: Uint8Array, b: Uint8Array): Uint8Array {
  return Uint8Array.from([...a, ...b]);
}

const PLUS = arithmetic(
  '+',
  (a, b) => a + b,
  (a, b) => a + b,
);
const MINUS = arithmetic(
  '-',
  (a, b) => a - b,
  (a, b) => a - b,
);

const ADDITIONS: readonly Overload[] = [
  declareFunction('_+_', [BYTES, BYTES], BYTES, joinBytes, both),
  ...PLUS.doubles,
  declareFunction(
    '_+_',
    [DURATION, DURATION],
    DURATION,
    (a: Duration, b: Duration) => new Duration(a.nanoseconds + b.nanoseconds),
  ),
  declareFunction('_+_', [DURATION, TIMESTAMP], TIMESTAMP, (a: Duration, b: Timestamp) => moved(b, a.nanoseconds)),
  declareFunction('_+_', [TIMESTAMP, DURATION], TIMESTAMP, (a: Timestamp, b: Duration) => moved(a, b.nanoseconds)),
  PLUS.ints,
  declareFunction('_+_', [listOf(A), listOf(A)], listOf(A), (a: CelList, b: CelList) => a.concat(b)),
  declareFunction('_+_', [STRING, STRING], STRING, (a: string, b: string) => a + b, both),
  PLUS.uints,
];

const SUBTRACTIONS: readonly Overload[] = [
  ...MINUS.doubles,
  declareFunction(
    '_-_',
    [DURATION, DURATION],
    DURATION,
    (a: Duration, b: Duration) => new Duration(a.nanoseconds - b.nanoseconds),
  ),
  MINUS.ints,
  declareFunction('_-_', [TIMESTAMP, DURATION], TIMESTAMP, (a: Timestamp, b: Duration) => moved(a, -b.nanoseconds)),
  declareFunction(
    '_-_',
    [TIMESTAMP, TIMESTAMP],
    DURATION,
    (a: Timestamp, b: Timestamp) => new Duration(a.nanoseconds - b.nanoseconds),
  ),
  MINUS.uints,
];

const ORDERED: readonly (readonly [Type, Type])[] = [
  [BOOL, BOOL],
  [INT, INT],
  [INT, DOUBLE],
  [INT, UINT],
  [UINT, UINT],
  [UINT, DOUBLE],
  [UINT, INT],
  [DOUBLE, DOUBLE],
  [DOUBLE, INT],
  [DOUBLE, UINT],
  [STRING, STRING],
  [BYTES, BYTES],
  [TIMESTAMP, TIMESTAMP],
  [DURATION, DURATION],
];

function comparisons(name: string, holds: (order: number) => boolean): Overload[] {
  return ORDERED.map(([a, b]) => {
    const cost = a === STRING || a === BYTES ? shorter : undefined;
    return declareFunction(`_${name}_`, [a, b], BOOL, (left: Value, right: Value) => holds(compare(left, right)), cost);
  });
}

export const OPERATORS: readonly Overload[] = [
  ...ADDITIONS,
  ...SUBTRACTIONS,
  ...inOrder(
    arithmetic(
      '*',
      (a, b) => a * b,
      (a, b) => a * b,
    ),
  ),
  ...inOrder(
    arithmetic(
      '/',
      (a, b) => a / nonZero(b, DIVIDE),
      (a, b) => a / b,
    ),
  ),
  ...inOrder(
    arithmetic('%', (a, b) => {
      if (a === INT_MIN && b === -1n) throw new EvaluationError('integer overflow');
      return a % nonZero(b, MODULUS);
    }),
  ),
  declareFunction('-_', [DOUBLE], DOUBLE, (a: number) => -a),
  declareFunction('-_', [INT], INT, (a: bigint) => int(-a)),
  declareFunction('!_', [BOOL], BOOL, (a: boolean) => !a),
  declareFunction('_==_', [A, A], BOOL, (a: Value, b: Value) => equal(a, b), shorter),
  declareFunction('_!=_', [A, A], BOOL, (a: Value, b: Value) => !equal(a, b), shorter),
  ...comparisons('<', (order) => order < 0),
  ...comparisons('<=', (order) => order <= 0),
  ...comparisons('>', (order) => order > 0),
  ...comparisons('>=', (order) => order >= 0),
  declareFunction(
    '@in',
    [A, listOf(A)],
    BOOL,
    (value: Value, list: CelList) => list.includes(value),
    (_value, list) => sizeOf(list),
  ),
  declareFunction('@in', [A, mapOf(A, B)], BOOL, (key: Value, map: CelMap) => map.find(key) !== undefined),
  declareFunction('_[_]', [listOf(A), INT], A, (list: CelList, index: Value) => list.get(index)),
  declareFunction('_[_]', [mapOf(A, B), A], B, (map: CelMap, key: Value) => map.get(key)),
  declareFunction('_[_]', [optionalOf(listOf(A)), INT], optionalOf(A), optionalAt),
  declareFunction('_[_]', [optionalOf(mapOf(A, B)), A], optionalOf(B), optionalAt),
  declareFunction('_[?_]', [listOf(A), INT], optionalOf(A), optionalAt),
  declareFunction('_[?_]', [optionalOf(listOf(A)), INT], optionalOf(A), optionalAt),
  declareFunction('_[?_]', [mapOf(A, B), A], optionalOf(B), optionalAt),
  declareFunction('_[?_]', [optionalOf(mapOf(A, B)), A], optionalOf(B), optionalAt),
];

/** The element or entry where it exists, inside an optional or not. */
function optionalAt(container: Value, key: Value): Value {
  if (container instanceof Optional) {
    return container.value === undefined ? container : optionalAt(container.value, key);
  }
  const items = container as CelList | CelMap;
  if ('at' in items) {
    const isThere = typeof key === 'bigint' && key >= 0n && key < items.size;
    return isThere ? new Optional(items.at(Number(key))) : Optional.none;
  }
  const value = items.find(key);
  return value === undefined ? Optional.none : new Optional(value);
}
