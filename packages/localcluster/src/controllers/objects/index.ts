/**
 * @module
 * Small things that every controller needs of objects: their types as read from a cache,
 * conditions, values without their empty parts, numbers given in percent.
 */
export { type Condition, setWorkloadCondition } from './condition.ts';
export { compact, isSame, nonZero } from './equality.ts';
export { hashOf } from './hash.ts';
export { scaledValue } from './int-or-percent.ts';
export type { NodeObject, Read, Written } from './types.ts';
