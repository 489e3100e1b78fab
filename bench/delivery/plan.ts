import type { Plans } from '../group.ts';
import type { Plan } from './benchmark.ts';

/** Seconds. Nothing is compared, so there is one block. */
const plan: Plan = { blocks: 1, clusters: 1_000, repeats: 5 };

/** To see that everything works; its figures mean nothing. */
const smoke: Plan = { ...plan, clusters: 50, repeats: 1 };

const full: Plan = { ...plan, repeats: 30 };

export const plans: Plans<Plan> = { smoke, default: plan, full };
