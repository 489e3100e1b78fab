import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  declareFunction,
  declareMethod,
  INT,
  listOf,
  type Overload,
  param,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
} from '../types/index.ts';
import {
  CelList,
  CostExceeded,
  compare,
  Duration,
  EvaluationError,
  equal,
  sizeOf,
  typeNameOf,
  Uint,
  type Value,
} from '../values/index.ts';
import { LIST_COST, PER_CHARACTER, traversal } from './costs.ts';
import { int, uint } from './operators.ts';

const T = param('T');
const LIST = listOf(T);
export const COMPARABLE: readonly Type[] = [INT, UINT, DOUBLE, BOOL, DURATION, TIMESTAMP, STRING, BYTES];

function isSorted(list: CelList): boolean {
  for (let i = 1; i < list.size; i++) if (compare(list.at(i - 1), list.at(i)) > 0) return false;
  return true;
}

function extreme(name: string, isBetter: (order: number) => boolean) {
  return (list: CelList): Value => {
    if (list.size === 0) throw new EvaluationError(`${name} called on empty list`);
    let best = list.at(0);
    for (const element of list) if (isBetter(compare(element, best))) best = element;
    return best;
  };
}

function indexOf(list: CelList, wanted: Value): bigint {
  for (let i = 0; i < list.size; i++) if (equal(list.at(i), wanted)) return BigInt(i);
  return -1n;
}

function lastIndexOf(list: CelList, wanted: Value): bigint {
  for (let i = list.size - 1; i >= 0; i--) if (equal(list.at(i), wanted)) return BigInt(i);
  return -1n;
}

function sum<V>(type: Type, zero: V, add: (total: V, element: V) => V): Overload {
  const call = (list: CelList) => {
    let total = zero;
    for (const element of list) total = add(total, element as V);
    return total as Value;
  };
  return declareMethod('sum', [listOf(type)], type, call, traversal);
}

function slice(list: CelList, start: bigint, end: bigint): CelList {
  const fault = (text: string) => new EvaluationError(`cannot slice(${start}, ${end}), ${text}`);
  if (start < 0n || end < 0n) throw fault('negative indexes not supported');
  if (start > end) throw fault('start index must be less than or equal to end index');
  if (end > list.size) throw fault(`list is length ${list.size}`);
  const first = Number(start);
  return new CelList(Number(end - start), (index) => list.at(first + index));
}

function flatten(list: CelList, depth = 1n): CelList {
  if (depth < 0n) throw new EvaluationError('level must be non-negative');
  const flat = (inner: CelList, left: bigint): Value[] =>
    [...inner].flatMap((element) => (element instanceof CelList && left > 0n ? flat(element, left - 1n) : [element]));
  return CelList.of(flat(list, depth));
}

/** Elements in the order of their keys. */
export function sortByKeys(list: CelList, keys: CelList): CelList {
  if (list.size === 0) return list;
  const pairs = [...list].map((element, index) => ({ element, key: keys.at(index) }));
  const type = typeNameOf(keys.at(0));
  if (pairs.some(({ key }) => typeNameOf(key) !== type)) {
    throw new EvaluationError('list elements must have the same type');
  }
  return CelList.of(pairs.sort((a, b) => compare(a.key, b.key)).map(({ element }) => element));
}

function distinct(list: CelList): CelList {
  const unique: Value[] = [];
  for (const element of list) if (!unique.some((other) => equal(element, other))) unique.push(element);
  return CelList.of(unique);
}

function range(count: bigint): CelList {
  return new CelList(Math.max(0, Number(count)), (index) => BigInt(index));
}

const allocating = (size: number) => 1 + LIST_COST + size;
const ofInput = (list: Value) => allocating(sizeOf(list));

/** Every element against every other one, in the worst case. */
export function selfCompareCost(list: Value): number {
  if (!(list instanceof CelList) || list.size === 0) return allocating(0);
  const first = list.at(0);
  const isText = typeof first === 'string' || first instanceof Uint8Array;
  return allocating(Math.floor(list.size * list.size * (isText ? 2 + PER_CHARACTER : 2)));
}

/** A range is lazy here, but as dear as a list that is held. */
function rangeCost(count: Value): number {
  if (typeof count === 'bigint' && count > 1_000_000n) throw new CostExceeded();
  return allocating(Number(count));
}

export const LISTS: readonly Overload[] = [
  ...COMPARABLE.flatMap((type) => [
    declareMethod('isSorted', [listOf(type)], BOOL, isSorted, traversal),
    declareMethod(
      'min',
      [listOf(type)],
      type,
      extreme('min', (order) => order < 0),
      traversal,
    ),
    declareMethod(
      'max',
      [listOf(type)],
      type,
      extreme('max', (order) => order > 0),
      traversal,
    ),
    declareMethod('sort', [listOf(type)], listOf(type), (list: CelList) => sortByKeys(list, list), selfCompareCost),
  ]),
  sum<bigint>(INT, 0n, (a, b) => int(a + b)),
  sum<Uint>(UINT, new Uint(0n), (a, b) => uint(a.value + b.value)),
  sum<number>(DOUBLE, 0, (a, b) => a + b),
  sum<Duration>(DURATION, new Duration(0n), (a, b) => new Duration(a.nanoseconds + b.nanoseconds)),
  declareMethod('indexOf', [LIST, T], INT, indexOf, traversal),
  declareMethod('lastIndexOf', [LIST, T], INT, lastIndexOf, traversal),
  declareMethod('slice', [LIST, INT, INT], LIST, slice, (list, start, end) =>
    allocating(Math.max(0, Math.min(Number(end) - Number(start), sizeOf(list)))),
  ),
  declareMethod('flatten', [listOf(LIST)], LIST, flatten, ofInput),
  declareMethod('flatten', [listOf(DYN), INT], listOf(DYN), flatten, (list, depth) =>
    allocating(sizeOf(list) * Math.max(0, Number(depth))),
  ),
  declareFunction('lists.range', [INT], listOf(INT), range, rangeCost),
  declareMethod(
    'reverse',
    [LIST],
    LIST,
    (list: CelList) => new CelList(list.size, (index) => list.at(list.size - 1 - index)),
    ofInput,
  ),
  declareMethod('distinct', [LIST], LIST, distinct, selfCompareCost),
];
