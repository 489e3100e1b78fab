/**
 * @module
 * Simulated containers: what they do is given by rules, what is seen of them is a function of time.
 */
export { type Duration, durationMs } from './duration.ts';
export { type Behaviour, behaviourOf, type PodMatch, type Rule } from './rules.ts';
export { simulate } from './simulation.ts';
