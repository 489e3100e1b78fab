/**
 * @module
 * The benchmarks of @slipway/delivery: how long a fleet waits for the engine.
 *
 * Clusters are simulated inside this process: an update is a function that is called, and ends some milliseconds later
 * with a report. What is measured is real: the time from a report to the updates that follow from it.
 */
import { type Group, groupOf } from '../group.ts';
import { fleet } from './fleet.ts';
import { plans } from './plan.ts';

export const delivery: Group = groupOf(plans, [fleet]);
