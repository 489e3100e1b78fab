/**
 * @module
 * A plan carried out in a world that behaves as configured: what would happen, when, and what would be reported.
 */
export { type Moment, type SimulationOptions, simulate, type Timeline } from './simulate.ts';
export type { SimulatedWorldOptions } from './simulated-world.ts';
export { drawTimeline } from './timeline-svg.ts';
export { printTimeline } from './timeline-text.ts';
