import type { Plans } from '../group.ts';
import type { Plan } from './benchmark.ts';

/** Minutes: versions are released one after the other, and each has to be good for half a minute. */
const plan: Plan = { blocks: 1, handlers: 200, settleSeconds: 35, idleSeconds: 60 };

/** To see that everything works; its figures mean nothing. */
const smoke: Plan = { ...plan, handlers: 5, settleSeconds: 5, idleSeconds: 5 };

/**
 * The fleet of the rules. A rollout is watched for a minute after its end, and five minutes later a version gives back the
 * pods that its share does not need: only then all is settled, as soon as the cluster has done it.
 */
const full: Plan = { ...plan, handlers: 1_000, settleSeconds: 420, idleSeconds: 120 };

export const plans: Plans<Plan> = { smoke, default: plan, full };
