/**
 * @module
 * The benchmarks of the Gati operator: what a fleet of handlers costs it.
 *
 * The operator runs in this process, from its sources. The cluster with its simulated nodes is another process, so that
 * memory and CPU time are the operator's own. Requests and reconciles are counted by the tracing channels that every
 * operator on the runtime has.
 */
import { type Group, groupOf } from '../group.ts';
import { command } from './command.ts';
import { handlers } from './handlers.ts';
import { plans } from './plan.ts';

export const gati: Group = groupOf(plans, [handlers, command]);
