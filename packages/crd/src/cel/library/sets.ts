import { BOOL, declareFunction, listOf, type Overload, param } from '../types/index.ts';
import { type CelList, sizeOf, type Value } from '../values/index.ts';

const LIST = listOf(param('T'));

function contains(list: CelList, part: CelList): boolean {
  for (const element of part) if (!list.includes(element)) return false;
  return true;
}

function intersects(a: CelList, b: CelList): boolean {
  for (const element of a) if (b.includes(element)) return true;
  return false;
}

const product = (factor: number) => (a: Value, b: Value) => 1 + sizeOf(a) * sizeOf(b) * factor;

export const SETS: readonly Overload[] = [
  declareFunction('sets.contains', [LIST, LIST], BOOL, contains, product(1)),
  declareFunction(
    'sets.equivalent',
    [LIST, LIST],
    BOOL,
    (a: CelList, b: CelList) => contains(a, b) && contains(b, a),
    product(2),
  ),
  declareFunction('sets.intersects', [LIST, LIST], BOOL, intersects, product(1)),
];
