/**
 * @module
 * The benchmarks of @slipway/runtime: what an operator makes of the changes it is given.
 *
 * `churn`, `burst` and `recovery` compare with the same operator on controller-runtime, each run on an API server
 * of its own, from outside: what counts is what that server's audit log shows. `import` and `idle`
 * hold Slipway against bounds; one that is missed is reported and fails nothing.
 */
import { type Group, groupOf } from '../group.ts';
import { burst } from './burst.ts';
import { idle } from './idle.ts';
import { importCost } from './import-cost.ts';
import { plans } from './plan.ts';
import { profile } from './profile.ts';
import { recovery } from './recovery.ts';
import { steadyChurn } from './steady-churn.ts';

export const runtime: Group = groupOf(plans, [steadyChurn, burst, recovery, importCost, idle, profile]);
