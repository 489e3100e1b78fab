import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../pods/index.ts';
import { type BudgetObject, budgetStatus, failedStatus } from './plan.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');
const budget = (spec: object, status: object = {}): BudgetObject =>
  ({ metadata: { ...READ, name: 'b', generation: 1 }, spec, status }) as BudgetObject;
const pod = (name: string, ready = true): PodObject => ({
  metadata: { ...READ, name },
  status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
});
const pods = (ready: number, unready = 0): PodObject[] =>
  Array.from({ length: ready + unready }, (_, index) => pod(`p${index}`, index < ready));

describe('a disruption budget', () => {
  it('L-20: allows what is healthy beyond what must be', () => {
    const { status } = budgetStatus(budget({ maxUnavailable: '30%' }), pods(9, 1), 10, NOW);
    expect(status).toMatchObject({ disruptionsAllowed: 2, currentHealthy: 9, desiredHealthy: 7, expectedPods: 10 });
    expect(status).toMatchObject({
      conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods' }],
    });
  });

  it('L-20: never allows so many that too few stay healthy', () => {
    fc.assert(
      fc.property(fc.nat(10), fc.nat(10), fc.nat(10), (ready, unready, minAvailable) => {
        const { status } = budgetStatus(budget({ minAvailable }), pods(ready, unready), 0, NOW);
        const { disruptionsAllowed } = status as { disruptionsAllowed: number };
        if (disruptionsAllowed > 0) expect(ready - disruptionsAllowed).toBeGreaterThanOrEqual(minAvailable);
      }),
    );
  });

  it('L-20: an evicted pod counts as gone for two minutes, and again if it is still there', () => {
    const evicted = { disruptedPods: { p0: '2026-01-01T11:59:00Z' } };
    const soon = budgetStatus(budget({ minAvailable: 1 }, evicted), pods(2), 0, NOW);
    expect(soon.status).toMatchObject({ currentHealthy: 1, disruptionsAllowed: 0 });
    expect(soon.requeueAfterMs).toBe(60_001);
    expect(budgetStatus(budget({ minAvailable: 1 }, evicted), pods(2), 0, NOW + 61_000).status).toMatchObject({
      currentHealthy: 2,
    });
  });

  it('L-20: one that cannot be counted allows nothing and says why', () => {
    const status = failedStatus(budget({ maxUnavailable: 1 }, { disruptionsAllowed: 3 }), 'found no controllers', NOW);
    expect(status).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ reason: 'SyncFailed', message: 'found no controllers' }],
    });
  });
});
