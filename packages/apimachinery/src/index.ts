/**
 * @module
 * What every part of a Kubernetes program speaks: no client, no dependency, nothing that runs on import.
 *
 * The root holds what most programs need; each subject has an entry of its own with all of it.
 */
export { type Clock, realClock } from './clock/index.ts';
export { type Condition, type ConditionInput, conditionOf, setCondition } from './conditions/index.ts';
export { parseDuration, printDuration } from './durations/index.ts';
export { canonicalJson } from './json/index.ts';
export { addQuantities, canonicalQuantity, compareQuantities, MalformedQuantity } from './quantity/index.ts';
export { type LabelSelector, MalformedSelector, matchesSelector, parseLabelSelector } from './selectors/index.ts';
