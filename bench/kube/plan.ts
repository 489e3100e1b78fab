import type { Population } from '../ground/index.ts';
import type { Plans } from '../group.ts';
import type { Plan } from './benchmark.ts';

const pending = (count: number, bytes: number): Population => ({ count, bytes, isRunning: false });
const running = (count: number, bytes: number): Population => ({ count, bytes, isRunning: true });

/** Minutes on two cores. */
const plan: Plan = {
  blocks: 5,
  populations: [pending(1_000, 2_000), pending(10_000, 2_000)],
  settleMs: 5_000,
  memoryPopulation: running(10_000, 5_000),
  repeats: 10,
};

/** To see that everything works; its figures mean nothing. */
const smoke: Plan = {
  blocks: 1,
  populations: [pending(200, 2_000)],
  settleMs: 500,
  memoryPopulation: running(200, 5_000),
  repeats: 3,
};

const full: Plan = {
  ...plan,
  blocks: 10,
  populations: [...plan.populations, pending(50_000, 2_000), pending(10_000, 10_000)],
  settleMs: 30_000,
};

export const plans: Plans<Plan> = { smoke, default: plan, full };
