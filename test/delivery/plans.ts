import type { Gate, Plan, Stage } from '@slipway/delivery';
import { canary, MINUTE, weight } from '../../packages/delivery/test/canary.ts';

export { MINUTE };

/** Health is watched from the first pod to the end of each stage. */
const health: Gate = { name: 'health', kind: 'health', when: 'during', deadline: 10 * MINUTE };

export const share = (to: number, soakMinutes = 1): Stage => {
  const { gates, ...stage } = weight(to, soakMinutes);
  return { ...stage, gates: [health, ...gates.filter(({ kind }) => kind !== 'health')] };
};

/** 10 % and 50 % for a minute each, then all. */
export const canaryPlan = (change: Partial<Plan> = {}): Plan =>
  canary({ stages: [share(10), share(50), share(100, 0)], ...change });

export const installPlan = (to = 'v1'): Plan =>
  canary({
    id: `shop-${to}`,
    from: null,
    to,
    stages: [{ name: 'install', kind: 'install', maxConcurrent: 1, gates: [health], deadline: 30 * MINUTE }],
    split: { baseline: {}, goal: { [to]: 100 } },
  });
