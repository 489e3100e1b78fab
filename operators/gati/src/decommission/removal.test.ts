import type { Ref } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drained, MINUTE, NOW } from '../../test/decommission/drained.ts';
import { gatesOf } from './gates.ts';
import { type RemovalSituation, type RemovalStep, removalStep } from './removal.ts';

const ref = (kind: string): Ref => ({ kind, namespace: 'shop', name: 'handler-users-v1', uid: kind });
const openGates = gatesOf(drained(), NOW);
const whole: RemovalSituation = {
  gates: openGates,
  isLive: false,
  isRouted: { value: true, at: NOW },
  scalers: [ref('HorizontalPodAutoscaler')],
  deployment: { ref: ref('Deployment'), replicas: 2 },
  pods: { value: 2, at: NOW },
  rest: [ref('PodDisruptionBudget'), ref('Service'), ref('ConfigMap')],
  drainedAt: NOW,
  deleteDelayMs: 0,
};

/** What the world is after a step, as the cluster would show it. */
function after(situation: RemovalSituation, step: RemovalStep): RemovalSituation {
  switch (step.do) {
    case 'unroute':
      return { ...situation, isRouted: { value: false, at: NOW } };
    case 'look':
      return { ...situation, isLive: true };
    case 'scaleDown':
      return { ...situation, deployment: { ref: step.ref, replicas: 0 }, pods: { value: 0, at: NOW } };
    case 'delete': {
      const { deployment, ...others } = situation;
      const isOther = ({ kind }: Ref): boolean => kind !== step.ref.kind;
      return {
        ...others,
        ...(step.ref.kind !== 'Deployment' && deployment && { deployment }),
        scalers: situation.scalers.filter(isOther),
        rest: situation.rest.filter(isOther),
      };
    }
    default:
      return situation;
  }
}

function named(step: RemovalStep): string {
  return 'ref' in step ? `${step.do} ${step.ref.kind}` : step.do;
}

function story(start: RemovalSituation): string[] {
  const steps: string[] = [];
  let situation = start;
  for (let count = 0; count < 20; count++) {
    const step = removalStep(situation, NOW);
    steps.push(named(step));
    if (['finish', 'wait', 'giveBack'].includes(step.do)) return steps;
    situation = after(situation, step);
  }
  return steps;
}

const order = [
  'unroute',
  'look',
  'delete HorizontalPodAutoscaler',
  'scaleDown Deployment',
  'delete PodDisruptionBudget',
  'delete Service',
  'delete ConfigMap',
  'delete Deployment',
  'finish',
];

describe('the removal of a version', () => {
  test('G-101: in this order', () => {
    expect(story(whole)).toEqual(order);
  });

  test('G-102: begun anywhere, it ends the same way', () => {
    let situation = whole;
    for (let done = 0; done < order.length - 1; done++) {
      expect(story(situation)).toEqual(order.slice(done));
      situation = after(situation, removalStep(situation, NOW));
      // A crash: what was read live is forgotten.
      const crashed = { ...situation, isLive: false };
      const rest = order.slice(done + 1).filter((step) => step !== 'look');
      expect(story(crashed).filter((step) => step !== 'look')).toEqual(rest);
    }
  });

  test('G-100: a gate that closes before the pods are gone gives it back; the route rule comes with it', () => {
    const late = gatesOf(drained({ latest: { at: NOW + 1, count: 1, inFlight: 0 } }), NOW);
    for (const isLive of [false, true]) {
      const step = removalStep({ ...whole, gates: late, isLive }, NOW);
      expect(step).toMatchObject({ do: 'giveBack', blocker: { reason: 'TrafficSeen' } });
    }
  });

  test('G-101: waits for the router, for the pods and for deleteDelay, and says so', () => {
    const step = (change: Partial<RemovalSituation>): RemovalStep => removalStep({ ...whole, ...change }, NOW);
    expect(step({ isRouted: { unknown: 'not accepted' } })).toEqual({ do: 'wait', for: 'the router: not accepted' });
    const down = { scalers: [], deployment: { ref: ref('Deployment'), replicas: 0 } };
    expect(step({ ...down, pods: { unknown: 'stale' } })).toEqual({ do: 'wait', for: 'its pods: stale' });
    expect(step(down)).toEqual({ do: 'wait', for: 'its pods to end' });
    const gone = { ...down, pods: { value: 0, at: NOW } };
    const until = NOW + 24 * 60 * MINUTE;
    expect(step({ ...gone, deleteDelayMs: 24 * 60 * MINUTE })).toEqual({
      do: 'wait',
      for: 'deleteDelay to pass',
      until,
    });
    expect(step({ ...gone, deleteDelayMs: 5, drainedAt: NOW - 5 })).toMatchObject({ do: 'delete' });
  });

  test('G-97: without pods traffic is not asked about, whether anything needs it is', () => {
    const gone = {
      ...whole,
      scalers: [],
      deployment: { ref: ref('Deployment'), replicas: 0 },
      pods: { value: 0, at: NOW },
    };
    const unknown = gatesOf(drained({ latest: { at: NOW + 1, count: null, inFlight: null } }), NOW);
    expect(removalStep({ ...gone, gates: unknown }, NOW)).toMatchObject({ do: 'delete' });
    const kept = gatesOf(drained({ isKept: true }), NOW);
    expect(removalStep({ ...gone, gates: kept }, NOW)).toMatchObject({
      do: 'wait',
      for: expect.stringMatching(/^Protected/),
    });
  });

  test('G-97 G-100: with a gate closed, whatever else is true, no pod is taken', () => {
    const world = fc.record({
      isLive: fc.boolean(),
      isRouted: fc.constantFrom<RemovalSituation['isRouted'][]>(
        { value: true, at: 1 },
        { value: false, at: 1 },
        { unknown: '' },
      ),
      hasScaler: fc.boolean(),
      closed: fc.integer({ min: 0, max: 7 }),
      replicas: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(world, ({ closed, hasScaler, replicas, ...rest }) => {
        const blocker = { reason: 'InUse', message: '', since: 0, deadline: 0, owner: '' } as const;
        const gates = openGates.map((gate, index) => (index === closed ? { ...gate, blocker } : gate));
        const deployment = { ref: ref('Deployment'), replicas };
        const step = removalStep(
          { ...whole, ...rest, gates, deployment, scalers: hasScaler ? whole.scalers : [] },
          NOW,
        );
        expect(step.do).toBe('giveBack');
      }),
      { numRuns: 1000 },
    );
  });
});
