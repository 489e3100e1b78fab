import type { Plans } from '../group.ts';
import type { Plan } from './benchmark.ts';

/** A few minutes on two cores. */
const plan: Plan = { blocks: 5, pairs: 1_000, objects: 10_000, repeats: 3 };

/** To see that everything works; its figures mean nothing. */
const smoke: Plan = { blocks: 1, pairs: 20, objects: 500, repeats: 1 };

const full: Plan = { ...plan, blocks: 10, repeats: 10 };

export const plans: Plans<Plan> = { smoke, default: plan, full };
