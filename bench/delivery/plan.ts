import type { Plan } from './benchmark.ts';

/** Seconds. Nothing is compared, so there is one block. */
export const plan: Plan = { blocks: 1, clusters: 1_000, repeats: 5 };

/** To see that everything works; its figures mean nothing. */
export const smokePlan: Plan = { ...plan, clusters: 50, repeats: 1 };

export const fullPlan: Plan = { ...plan, repeats: 30 };
