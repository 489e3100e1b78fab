import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import { byDeletionOrder, type PodObject } from './index.ts';

const NOW = Date.parse('2026-01-01T12:00:00Z');

interface Facts {
  readonly node: string;
  readonly phase: string;
  readonly ready: boolean;
  readonly cost: number;
  readonly restarts: number;
  readonly ageMinutes: number;
}

const time = (minutes: number): string => new Date(NOW - minutes * 60_000).toISOString();

function pod(facts: Facts, uid: string): PodObject {
  return {
    metadata: {
      ...READ,
      name: uid,
      uid,
      creationTimestamp: time(facts.ageMinutes),
      annotations: { 'controller.kubernetes.io/pod-deletion-cost': String(facts.cost) },
    },
    spec: { containers: [], ...(facts.node && { nodeName: facts.node }) },
    status: {
      phase: facts.phase,
      conditions: [
        { type: 'Ready', status: facts.ready ? 'True' : 'False', lastTransitionTime: time(facts.ageMinutes) },
      ],
      containerStatuses: [{ name: 'c', image: '', imageID: '', ready: true, restartCount: facts.restarts }],
    },
  };
}

const facts = fc.record<Facts>({
  node: fc.constantFrom('', 'a', 'b'),
  phase: fc.constantFrom('Pending', 'Unknown', 'Running'),
  ready: fc.boolean(),
  cost: fc.integer({ min: -2, max: 2 }),
  restarts: fc.integer({ min: 0, max: 2 }),
  ageMinutes: fc.integer({ min: 0, max: 500 }),
});

const plain: Facts = { node: 'a', phase: 'Running', ready: true, cost: 0, restarts: 0, ageMinutes: 10 };
const first = (...order: readonly Partial<Facts>[]): string[] => {
  const pods = order.map((one, index) => pod({ ...plain, ...one }, `p${index}`));
  return pods
    .toReversed()
    .sort(byDeletionOrder([], NOW))
    .map(({ metadata }) => metadata.name ?? '');
};

describe('which pod goes first', () => {
  it('L-20: one that is not ready goes before its cost is looked at', () => {
    expect(first({ ready: false, cost: 100 }, { cost: -100 })).toEqual(['p0', 'p1']);
  });

  it('L-20: no node, phase, readiness, cost, restarts and age tell in this order', () => {
    expect(first({ node: '' }, { phase: 'Pending' })).toEqual(['p0', 'p1']);
    expect(first({ phase: 'Pending' }, { ready: false })).toEqual(['p0', 'p1']);
    expect(first({ cost: -1 }, { restarts: 5 })).toEqual(['p0', 'p1']);
    expect(first({ restarts: 5 }, {})).toEqual(['p0', 'p1']);
    expect(first({ ageMinutes: 1 }, { ageMinutes: 400 })).toEqual(['p0', 'p1']);
  });

  it('L-20: one of several on a node goes before one that is alone', () => {
    const pods = ['a', 'b', 'b'].map((node, index) => pod({ ...plain, node }, `p${index}`));
    expect(pods.toSorted(byDeletionOrder(pods, NOW)).at(-1)?.metadata.name).toBe('p0');
  });

  it('L-20: two orders of the same two pods never contradict each other', () => {
    fc.assert(
      fc.property(facts, facts, (a, b) => {
        const [one, other] = [pod(a, 'a'), pod(b, 'b')];
        const order = byDeletionOrder([one, other], NOW);
        expect(Math.sign(order(one, other))).toBe(-Math.sign(order(other, one)) || 0);
      }),
    );
  });
});
