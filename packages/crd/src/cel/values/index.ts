/**
 * @module
 * Values while a rule runs, and what it means that two of them are equal.
 *
 * Errors of CEL are thrown as EvaluationError and caught where CEL absorbs them (`||`, `&&`, macros).
 * CostExceeded is caught only by the one who set the limit.
 */

export { compare } from './compare.ts';
export { asList, CelList, type ListTraits } from './list.ts';
export { CelMap, Entries, type MapSource, printKey } from './map.ts';
export { codePointLength, compareStrings, type Sized, sizeOf } from './size.ts';
export { CelStruct } from './struct.ts';
export { Duration, parseGoDuration, parseRfc3339, Timestamp, utcMilliseconds } from './time.ts';
export {
  Breakdown,
  CostExceeded,
  EvaluationError,
  equal,
  noSuchOverload,
  numberOf,
  Optional,
  type Rich,
  TypeValue,
  typeNameOf,
  Uint,
  type Value,
} from './value.ts';
