import { describe, expect, test } from 'vitest';
import {
  carriedOut,
  conditionOf,
  decided,
  kindsOf,
  MINUTE,
  NOW,
  type ObservationSketch,
  observationOf,
  type Sketch,
  stagesOf,
  time,
  writtenDown,
} from '../../test/world.ts';
import type { HandlerDecision } from './decide.ts';
import type { HandlerObservation } from './observation.ts';

const current: Sketch = { id: 'v2', weight: 100, stage: 'Current' };
const quiet = (at: number) => ({ at, count: 0, inFlight: 0 });
const history = Array.from({ length: 6 }, (_, index) => ({ ...quiet(0), at: time(NOW - (6 - index) * MINUTE) }));
const drainingSince = time(NOW - 30 * MINUTE);
const old: Sketch = {
  id: 'v1',
  stage: 'Draining',
  pods: { wanted: 3 },
  sample: quiet(NOW),
  status: { releasedAt: time(0), drainingSince, trafficHistory: history },
};
const gateway = { routing: { gateway: { name: 'edge' } } };

const worldWith = (v1: Partial<Sketch> = {}, more: Partial<ObservationSketch> = {}): HandlerObservation =>
  observationOf({ versions: [{ ...old, ...v1 }, current], spec: { ...gateway, ...more.spec }, ...more });

const of = ({ versions }: HandlerDecision, id: string) => {
  const found = versions.find(({ facts }) => facts.id === id);
  if (!found) throw new Error(`nothing was decided about ${id}`);
  return found;
};

const isReached = ({ route }: HandlerDecision, id: string): boolean =>
  route.plan.versions.some(({ version }) => version.versionId === id);

const replicasOf = ({ objects }: HandlerDecision, id: string): number | undefined => {
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.annotations?.['gati.dev/version'] === id,
  );
  return (deployment?.spec as { replicas?: number } | undefined)?.replicas;
};

/** The next world: all was carried out, and a new sample was taken; live where that was asked for. */
function next(observed: HandlerObservation, decision: HandlerDecision, ms = 1_000): HandlerObservation {
  const later = carriedOut(observed, decision, ms);
  const versions = later.versions.map((one) => (one.id === 'v1' ? { ...one, sample: quiet(later.now) } : one));
  return { ...later, versions, isLive: decision.needsLook };
}

/** How much of v1 is there, in one word per thing. */
function remains(decision: HandlerDecision): string {
  const kinds = kindsOf(decision, 'v1');
  return [
    of(decision, 'v1').stage,
    isReached(decision, 'v1') ? 'routed' : 'unrouted',
    kinds.includes('HorizontalPodAutoscaler') ? 'scaler' : '',
    kinds.includes('Deployment') ? `${replicasOf(decision, 'v1') ?? 'scaled'}` : 'gone',
  ]
    .filter((word) => word !== '')
    .join(' ');
}

function removal(start: HandlerObservation): string[] {
  const seen: string[] = [];
  let observed = start;
  for (let look = 0; look < 20; look++) {
    const decision = decided(observed);
    const now = remains(decision);
    if (seen.at(-1) !== now) seen.push(now);
    if (of(decision, 'v1').stage === 'Decommissioned') return seen;
    observed = next(observed, decision);
  }
  return [...seen, 'and so on'];
}

describe('a version that leaves', () => {
  test('G-97 G-101: it goes step by step: drained, unrouted, without pods, gone', () => {
    expect(removal(worldWith())).toEqual([
      'Drained routed 3',
      'Decommissioning unrouted 3',
      'Decommissioning unrouted 0',
      'Decommissioning unrouted gone',
      'Decommissioned unrouted gone',
    ]);
  });

  test('G-90 G-101: its scaler goes before its pods', () => {
    const observed = worldWith({ spec: { scaling: { cpu: 70 } } }, { spec: { ...gateway, scaling: { cpu: 70 } } });
    const withScaler = observed.versions.map((one) =>
      one.id === 'v1'
        ? {
            ...one,
            scalers: [{ kind: 'hpa' as const }],
            scalerRefs: [{ kind: 'HorizontalPodAutoscaler', namespace: 'shop', name: one.deploymentName }],
          }
        : one,
    );
    const seen = removal({ ...observed, versions: withScaler });
    const scaler = seen.findLastIndex((one) => one.includes('scaler'));
    const empty = seen.findIndex((one) => one.endsWith(' 0'));
    expect(scaler).toBeGreaterThanOrEqual(0);
    expect(empty).toBeGreaterThan(scaler);
    expect(seen.at(-1)).toBe('Decommissioned unrouted gone');
  });

  test('G-101: deleteDelay keeps its empty Deployment', () => {
    const observed = worldWith({}, { spec: { ...gateway, decommission: { deleteDelay: '1h' } } });
    expect(removal(observed).at(-1)).toBe('and so on');
    let later = observed;
    for (let look = 0; look < 8; look++) later = next(later, decided(later));
    expect(remains(decided(later))).toBe('Decommissioning unrouted 0');
    later = { ...later, now: later.now + 61 * MINUTE };
    expect(remains(decided(later))).toBe('Decommissioning unrouted gone');
  });

  test('G-100: nothing irreversible is done before everything was read live', () => {
    let observed = worldWith();
    for (let look = 0; look < 2; look++) observed = next(observed, decided(observed));
    const unrouted = { ...observed, isLive: false };
    expect(decided(unrouted).needsLook).toBe(true);
    expect(remains(decided(unrouted))).toBe('Decommissioning unrouted 3');
    const busy = observed.versions.map((one) =>
      one.id === 'v1' ? { ...one, sample: { at: observed.now, count: 1, inFlight: 0 } } : one,
    );
    expect(remains(decided({ ...observed, versions: busy, isLive: true }))).toBe('Draining routed 3');
  });

  test('G-103: wanted again at any step, it comes back from its template', () => {
    let observed = worldWith();
    for (let look = 0; look < 7; look++) {
      const v1 = observed.versions.find(({ id }) => id === 'v1');
      const handler = { ...observed.handler, spec: { ...observed.handler.spec, version: 'v1' } };
      const revived = decided({ ...observed, handler, target: v1 });
      expect(['Waiting', 'Staged']).toContain(of(revived, 'v1').stage);
      expect(kindsOf(revived, 'v1')).toEqual(expect.arrayContaining(['Deployment', 'Service']));
      const { status } = revived.versionStatuses.find(({ decision }) => decision.facts.id === 'v1') ?? {};
      expect(status).not.toHaveProperty('drainingSince');
      expect(status).not.toHaveProperty('decommissionedAt');
      expect(status).not.toHaveProperty('trafficHistory');
      if (look > 0) expect(revived.versionEvents.map(({ reason }) => reason)).toContain('VersionRevived');
      if (!of(revived, 'v1').facts.isAvailable) expect(revived.rollout.weights).toMatchObject({ v2: 100 });
      observed = next(observed, decided(observed));
    }
    expect(stagesOf(decided(observed))).toMatchObject({ v1: 'Decommissioned' });
  });

  test('G-84: its pods are held while it drains, and no longer than its deadline', () => {
    const busy = { sample: { at: NOW, count: 3, inFlight: 1 } };
    expect(remains(decided(worldWith(busy)))).toBe('Draining routed 3');
    const overdue = { ...busy, status: { ...old.status, drainingSince: time(NOW - 61 * MINUTE) } };
    const decision = decided(worldWith(overdue));
    expect(of(decision, 'v1').leaving.isHeld).toBe(false);
    expect(of(decision, 'v1').stage).toBe('Draining');
  });

  test('G-45: looking at a version that drains changes neither its phase nor its clock', () => {
    let observed = worldWith({ sample: { at: NOW, count: 3, inFlight: 1 } });
    const statusOf = (decision: HandlerDecision) =>
      decision.versionStatuses.find(({ decision: one }) => one.facts.id === 'v1')?.status;
    const first = statusOf(decided(observed));
    for (let look = 0; look < 100; look++)
      observed = writtenDown({ ...observed, now: observed.now + 1 }, decided(observed));
    expect(statusOf(decided(observed))).toMatchObject({
      phase: 'Draining',
      drainingSince: first?.drainingSince,
      lastTrafficTimestamp: first?.lastTrafficTimestamp,
    });
  });

  test('G-106: what another client made is not removed', () => {
    const observed = worldWith({ spec: { deploymentName: 'theirs', serviceName: 'theirs' } });
    const foreign = 'Deployment theirs was made by another client';
    const versions = observed.versions.map((one) => (one.id === 'v1' ? { ...one, foreign } : one));
    const decision = decided({ ...observed, versions });
    expect(of(decision, 'v1').stage).toBe('Drained');
    expect(of(decision, 'v1').leaving.status.blockers).toEqual([
      expect.objectContaining({ reason: 'ForeignWorkload', message: foreign }),
    ]);
  });

  test('G-64: gone, it stays Decommissioning until the coordinator was notified', () => {
    let observed = worldWith();
    for (let look = 0; look < 3; look++) observed = next(observed, decided(observed));
    const gone = { ...observed, versions: observed.versions.map((one) => (one.id === 'v1' ? isolated(one) : one)) };
    expect(of(decided(gone), 'v1').stage).toBe('Decommissioned');
    const refused = decided({ ...gone, refusals: { v1: 'the coordinator is away' } });
    expect(of(refused, 'v1').stage).toBe('Decommissioning');
    expect(of(refused, 'v1').leaving.status.blockers?.[0]).toMatchObject({
      reason: 'CoordinatorFailed',
      message: 'the coordinator is away',
    });
    expect(refused.wakeAt).toBeLessThanOrEqual(gone.now + 30_000);
  });
});

const isolated = (one: HandlerObservation['versions'][number]) => ({
  ...one,
  workload: { deployment: null, pods: [] },
  otherRefs: [],
  scalerRefs: [],
});

describe('a version that a person retires', () => {
  const busy = { pods: { wanted: 3 }, sample: { at: NOW, count: 50, inFlight: 3 } };
  const stated = (at: number) =>
    ({ id: 'x', command: 'retire', result: 'Accepted', actor: 'ann', at: time(at) }) as const;

  test('G-97 G-105: the word counts for the drain it was given in, and for no later one', () => {
    const now = worldWith({ ...busy, status: { ...old.status, lastCommand: stated(NOW - 20 * MINUTE) } });
    expect(of(decided(now), 'v1').leaving.gates.filter(({ blocker }) => blocker)).toEqual([]);
    const later = worldWith({ ...busy, status: { ...old.status, lastCommand: stated(NOW - 40 * MINUTE) } });
    const decision = decided(later);
    expect(of(decision, 'v1').stage).toBe('Draining');
    expect(of(decision, 'v1').leaving.status.blockers).toContainEqual(
      expect.objectContaining({ reason: 'TrafficSeen' }),
    );
  });
});

describe('a version with a share of the baseline', () => {
  const split: ObservationSketch = {
    versions: [
      { id: 'v0', weight: 30, stage: 'Serving', pods: { wanted: 3 } },
      { id: 'v1', weight: 70, stage: 'Current', pods: { wanted: 7 } },
      { id: 'v2', pods: { wanted: 10 } },
    ],
    spec: {
      replicas: 10,
      rollout: {
        steps: [
          { weight: 50, pause: '1m' },
          { weight: 100, pause: '60m' },
        ],
      },
    },
  };
  /** Everything is carried out, and nobody calls what has no weight. */
  const after = (observed: HandlerObservation, ms: number): HandlerObservation => {
    const decision = decided(observed);
    const later = carriedOut(observed, decision, decision.rollout.isChanged ? 1 : ms);
    const versions = later.versions.map((one) => (one.id === 'v2' ? one : { ...one, sample: quiet(later.now) }));
    return { ...later, versions, isLive: decision.needsLook };
  };
  const passed = (observed: HandlerObservation, looks: number, ms: number): HandlerObservation =>
    looks === 0 ? observed : passed(after(observed, ms), looks - 1, ms);
  const crashing = (observed: HandlerObservation): HandlerObservation => {
    const broken = observationOf({ versions: [{ id: 'v2', pods: { wanted: 10, ready: 0, crashes: 5 } }] }).versions[0];
    const versions = observed.versions.map((one) =>
      one.id === 'v2' && broken ? { ...one, workload: broken.workload } : one,
    );
    return { ...observed, versions, target: versions.find(({ id }) => id === 'v2') };
  };

  test('G-84 G-97: stays in use at weight 0 while the rollout is open, so that a rollback finds it', () => {
    let observed = passed(observationOf(split), 60, MINUTE);
    expect(decided(observed).rollout.stored?.state).toMatchObject({ phase: 'Verifying', weights: { v0: 0, v2: 100 } });
    expect(stagesOf(decided(observed))).toMatchObject({ v0: expect.not.stringMatching('Decommission') });
    expect(replicasOf(decided(observed), 'v0')).toBe(3);
    for (let look = 0; look < 12; look++) observed = crashing(after(crashing(observed), MINUTE));
    expect(decided(observed).rollout.stored?.state).toMatchObject({ phase: 'RolledBack', weights: { v0: 30, v1: 70 } });
  });

  test('G-85: where its record was deleted meanwhile, the rest of the baseline takes its share', () => {
    let observed = passed(observationOf(split), 30, MINUTE);
    observed = { ...observed, versions: observed.versions.filter(({ id }) => id !== 'v0') };
    for (let look = 0; look < 12; look++) observed = crashing(after(crashing(observed), MINUTE));
    expect(decided(observed).rollout.stored?.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100 } });
  });
});

describe('a version whose record is deleted', () => {
  const isDeleting = true;
  const deleting = (decision: HandlerDecision, id: string) => {
    const found = decision.versionStatuses.find(({ decision: one }) => one.facts.id === id);
    return conditionOf(found?.status, 'Deleting');
  };

  test.each<[string, ObservationSketch, string, RegExp]>([
    ['has weight', { versions: [{ ...current, isDeleting }, { id: 'v3' }] }, 'v2', /100 % of the traffic/],
    ['is the target', { versions: [current, { id: 'v3', isDeleting }] }, 'v3', /ask for another version/],
    [
      'is the last healthy one',
      {
        versions: [
          { ...old, isDeleting },
          { ...current, pods: { ready: 0 } },
        ],
      },
      'v1',
      /another version to be available/,
    ],
  ])('G-46: waits and names its blocker while it %s', (_, sketch, id, blocker) => {
    const decision = decided(observationOf(sketch));
    expect(deleting(decision, id)).toMatchObject({ status: 'True', message: expect.stringMatching(blocker) });
    expect(kindsOf(decision, id)).toContain('Deployment');
  });

  test('G-46: its share moves to who can take it', () => {
    const observed = observationOf({
      versions: [
        { ...current, id: 'v1', declares: 50, weight: 50 },
        { ...current, weight: 50, isDeleting },
      ],
      target: 'v2',
    });
    expect(decided(observed).rollout.weights).toEqual({ v1: 100, v2: 0 });
  });

  test('G-46: a subject is aborted, and its share goes back', () => {
    const started = observationOf({ versions: [{ ...current, id: 'v1' }, { id: 'v2' }] });
    let observed = started;
    for (let look = 0; look < 4; look++) observed = carriedOut(observed, decided(observed));
    expect(decided(observed).rollout.weights).toEqual({ v1: 90, v2: 10 });
    const versions = observed.versions.map((one) =>
      one.id === 'v2'
        ? { ...one, record: { ...one.record, metadata: { ...one.record.metadata, deletionTimestamp: time(NOW) } } }
        : one,
    );
    observed = { ...observed, versions, target: versions[1] };
    for (let look = 0; look < 4; look++) observed = writtenDown(observed, decided(observed));
    expect(decided(observed).rollout.weights).toEqual({ v1: 100, v2: 0 });
  });

  test('G-46 G-72 G-101: any other loses all of it without gates: its rule first, then its pods, then the rest', () => {
    const busy = worldWith({ isDeleting, sample: { at: NOW, count: 9, inFlight: 9 } });
    let observed: HandlerObservation = {
      ...busy,
      route: { ...busy.route, routes: decided(worldWith()).route.objects },
    };
    const seen: string[] = [];
    for (let look = 0; look < 8; look++) {
      const decision = decided(observed);
      const now = remains(decision);
      if (seen.at(-1) !== now) seen.push(now);
      observed = carriedOut(observed, decision);
    }
    expect(seen).toEqual(['Decommissioning unrouted 3', 'Decommissioning unrouted 0', 'Decommissioning unrouted gone']);
    expect(kindsOf(decided(observed), 'v1')).toEqual([]);
  });
});

test('F-10: a version that never ran is not made while it leaves, and waits for no sample of its traffic', () => {
  const unmade: Sketch = { id: 'v1', stage: 'Draining', pods: undefined };
  const observed = observationOf({ versions: [unmade, current], spec: gateway });
  expect(kindsOf(decided(observed), 'v1')).toEqual([]);
  expect(stagesOf(decided(observed))).toMatchObject({ v1: 'Drained' });
  // What ran before is restored until it is drained: callers may still ask for it by its header.
  const ran = observationOf({ versions: [{ ...unmade, status: { releasedAt: time(0) } }, current], spec: gateway });
  expect(kindsOf(decided(ran), 'v1')).toContain('Deployment');
});

describe('while the version in service is half down', () => {
  const weak: Sketch = { ...current, pods: { wanted: 2, ready: 1 } };
  const drained = { ...old, stage: 'Drained' as const };

  test.each([
    ['Draining', old],
    ['Drained', drained],
    ['overdue', { ...old, status: { ...old.status, drainingSince: time(NOW - 3 * 60 * MINUTE) } }],
  ])('G-84 G-97: the one before it stays with all of its pods (%s), and the blocker says why', (_, v1) => {
    const decision = decided(observationOf({ versions: [v1, weak], spec: { ...gateway, replicas: 2 } }));
    expect(of(decision, 'v1').stage).not.toBe('Decommissioning');
    expect(replicasOf(decision, 'v1')).toBe(3);
    expect(of(decision, 'v1').leaving.status.blockers).toContainEqual(
      expect.objectContaining({ reason: 'LastHealthy', message: expect.stringContaining('v2') }),
    );
  });

  test('G-100 G-101: a removal that has begun is taken back while there are pods', () => {
    const removing = { ...old, stage: 'Decommissioning' as const };
    const decision = decided(observationOf({ versions: [removing, weak], spec: { ...gateway, replicas: 2 } }));
    expect(remains(decision)).toBe('Draining routed 3');
  });

  test('G-85: one that is marked bad goes all the same: nothing goes back to it', () => {
    const failed = { ...drained, status: { ...old.status, failedAt: time(NOW - 2 * 60 * MINUTE) } };
    const decision = decided(observationOf({ versions: [failed, weak], spec: { ...gateway, replicas: 2 } }));
    expect(of(decision, 'v1').stage).toBe('Decommissioning');
  });

  test('G-84 G-97: with no pod ready at all it stays no less than with one', () => {
    const down: Sketch = { ...current, pods: { wanted: 2, ready: 0 } };
    const overdue = { ...drained, status: { ...old.status, drainingSince: time(NOW - 3 * 60 * MINUTE) } };
    const decision = decided(observationOf({ versions: [overdue, down], spec: { ...gateway, replicas: 1 } }));
    expect(of(decision, 'v1').leaving.isHeld).toBe(true);
    expect(replicasOf(decision, 'v1')).toBe(3);
  });
});

describe('while the version in service has what its share needs, and its scaler wishes for more', () => {
  const scaling = { minReplicas: 2, maxReplicas: 10, cpu: 70 };
  const spec = { ...gateway, replicas: 2, scaling, rollout: { strategy: 'direct' as const } };
  const bounds = { min: 2, max: 10 };
  const withPods = (
    observed: HandlerObservation,
    pods: Readonly<Record<string, Sketch['pods']>>,
  ): HandlerObservation => {
    const versions = observed.versions.map((one) => {
      const [other] = observationOf({ versions: [{ id: one.id, pods: pods[one.id] }] }).versions;
      return { ...one, workload: other?.workload ?? one.workload, scalers: [{ kind: 'hpa' as const, bounds }] };
    });
    return { ...observed, versions, target: versions.find(({ id }) => id === 'v2') };
  };
  /** v1 gave everything to v2 two hours ago with four pods, and a quota leaves five to v2. */
  const starved = (ready: number): HandlerObservation => {
    const start: Sketch[] = [{ id: 'v1', weight: 100, stage: 'Current' }, { id: 'v2' }];
    let observed = withPods(observationOf({ versions: start, spec }), { v1: { wanted: 4 }, v2: { wanted: 4 } });
    for (let look = 0; look < 12; look++) {
      const decision = decided(observed);
      const later = carriedOut(observed, decision, decision.rollout.isChanged ? 1 : 10 * MINUTE);
      observed = withPods(later, { v1: { wanted: 4 }, v2: { wanted: 4 } });
    }
    return withPods({ ...observed, now: observed.now + 180 * MINUTE }, { v1: { wanted: 4 }, v2: { wanted: 6, ready } });
  };

  test('G-84 G-105: the one before it is not held past its drainDeadline', () => {
    const decision = decided(starved(5));
    expect(decision.rollout.stored?.state).toMatchObject({ phase: 'Succeeded', base: 4, weights: { v2: 100 } });
    expect(of(decision, 'v1').leaving.isHeld).toBe(false);
    expect(of(decision, 'v1').leaving.gates.find(({ name }) => name === 'lastHealthy')).not.toHaveProperty('blocker');
  });

  test('G-84 G-97: below what its share needed when the rollout began, it is held', () => {
    const decision = decided(starved(3));
    expect(of(decision, 'v1').leaving.isHeld).toBe(true);
    expect(of(decision, 'v1').leaving.status.blockers).toContainEqual(
      expect.objectContaining({
        reason: 'LastHealthy',
        message: expect.stringContaining('v2 serves with 3 of 4 ready replicas'),
      }),
    );
  });

  test('G-84: where no rollout is known, its scaler names the fewest', () => {
    const versions = [{ ...old, stage: 'Drained' as const }, current];
    const held = (ready: number): boolean => {
      const observed = withPods(observationOf({ versions, spec }), { v1: { wanted: 4 }, v2: { wanted: 6, ready } });
      return of(decided(observed), 'v1').leaving.isHeld;
    };
    expect([held(2), held(1), held(0)]).toEqual([false, true, true]);
  });
});
