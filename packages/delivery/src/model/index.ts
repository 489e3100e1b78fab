/**
 * @module
 * The nouns of a delivery: the plan that was decided, the state it is in, what was observed, what is wanted, and
 * what people can say. Values only; every instant is absolute and every state can be stored as it is.
 */
export type * from './command.ts';
export type * from './decision.ts';
export type * from './observation.ts';
export type * from './plan.ts';
export type * from './state.ts';
