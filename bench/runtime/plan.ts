import type { Plans } from '../group.ts';
import type { Plan } from './benchmark.ts';

/** About an hour on two cores. */
const plan: Plan = {
  blocks: 5,
  burstWidgets: 2_000,
  churn: { widgets: 1_000, perSecond: 50, seconds: 30, warmUpSeconds: 10 },
  recovery: { widgets: 10, edits: 20, outageSeconds: 18, mostSeconds: 240 },
  repeats: 10,
  idleSeconds: 60,
};

/** To see that everything works; of its figures only the counts mean something. */
const smoke: Plan = {
  blocks: 2,
  burstWidgets: 200,
  churn: { widgets: 100, perSecond: 50, seconds: 8, warmUpSeconds: 2 },
  recovery: { widgets: 2, edits: 20, outageSeconds: 18, mostSeconds: 60 },
  repeats: 3,
  idleSeconds: 5,
};

const full: Plan = {
  ...plan,
  blocks: 10,
  churn: { ...plan.churn, seconds: 70 },
  idleSeconds: 600,
};

export const plans: Plans<Plan> = { smoke, default: plan, full };
