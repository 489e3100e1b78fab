/**
 * @module
 * A plan carried out in a world that behaves as told: what would happen, when, and what would be said about it.
 */
export { type Moment, type SimulationOptions, simulate, type Timeline } from './simulate.ts';
export type { WorldOptions } from './simulated-world.ts';
export { drawTimeline } from './timeline-svg.ts';
export { printTimeline } from './timeline-text.ts';
