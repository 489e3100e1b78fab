import { CelList, CelMap, sizeOf, type Value } from '../values/index.ts';

/** What one character costs to look at, next to 1 for a plain step. */
export const PER_CHARACTER = 0.1;
/** A guess of the API server: an expression inside a regular expression takes four characters. */
const PER_PATTERN_CHARACTER = 0.25;
export const LIST_COST = 10;
export const MAP_COST = 30;
export const STRUCT_COST = 40;

export const unit = (): number => 1;

/** One pass over the first argument. */
export const pass = (value: Value): number => Math.ceil(sizeOf(value) * PER_CHARACTER);

/** A pass and the making of a result. */
export const twoPasses = (value: Value): number => Math.ceil(sizeOf(value) * 2 * PER_CHARACTER);

export function matching(textSize: number, patternSize: number): number {
  return Math.ceil((1 + textSize) * PER_CHARACTER) * Math.ceil(patternSize * PER_PATTERN_CHARACTER);
}

export const matchingCost = (text: Value, pattern: Value): number => matching(sizeOf(text), sizeOf(pattern));

/** Every value inside a value counts. */
export function traversal(value: Value): number {
  if (typeof value === 'string') return Math.floor(Buffer.byteLength(value) * PER_CHARACTER);
  if (value instanceof Uint8Array) return Math.floor(value.length * PER_CHARACTER);
  let cost = 0;
  if (value instanceof CelList) {
    for (const element of value) cost += traversal(element);
    return cost;
  }
  if (value instanceof CelMap) {
    for (const key of value.keys()) cost += traversal(key) + traversal(value.get(key));
    return cost;
  }
  return 1;
}
