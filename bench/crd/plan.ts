import type { Plan } from './benchmark.ts';

/** A few minutes on two cores. */
export const plan: Plan = { blocks: 5, pairs: 1_000, objects: 10_000, repeats: 3 };

/** To see that everything works; its figures mean nothing. */
export const smokePlan: Plan = { blocks: 1, pairs: 20, objects: 500, repeats: 1 };

export const fullPlan: Plan = { ...plan, blocks: 10, repeats: 10 };
