import type { Plans } from '../group.ts';
import type { Plan } from './benchmark.ts';

/** Half an hour on two cores, nearly all of it the real server's. */
const plan: Plan = {
  blocks: 5,
  objects: 10_000,
  customObjects: 2_000,
  lists: 5,
  watchers: 1_000,
  changes: 100,
  clusters: 200,
  populations: [10_000, 100_000],
  replicas: 100,
  repeats: 5,
};

/** To see that everything works; its figures mean nothing. */
const smoke: Plan = {
  blocks: 1,
  objects: 200,
  customObjects: 100,
  lists: 2,
  watchers: 50,
  changes: 10,
  clusters: 10,
  populations: [200, 1_000],
  replicas: 10,
  repeats: 1,
};

const full: Plan = { ...plan, blocks: 10, repeats: 10 };

export const plans: Plans<Plan> = { smoke, default: plan, full };
