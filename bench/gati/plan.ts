import type { Plan } from './benchmark.ts';

/** Minutes: versions are released one after the other, and each has to be good for half a minute. */
export const plan: Plan = { blocks: 1, handlers: [200], idleSeconds: 60 };

/** To see that everything works; its figures mean nothing. */
export const smokePlan: Plan = { ...plan, handlers: [5], idleSeconds: 5 };

/** Beside each other, so that what grows faster than the number of handlers is seen. */
export const fullPlan: Plan = { ...plan, handlers: [200, 1_000] };
