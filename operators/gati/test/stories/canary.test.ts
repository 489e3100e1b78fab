import { ConfigMap, Deployment, PodDisruptionBudget, Service } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { type GatiHandler, GatiHandlerKind } from '../../src/types/index.ts';
import { handlerText } from '../handler-text.ts';
import { rolloutOf } from '../rig.ts';
import { describeServing } from '../rigs.ts';

describeServing('a new version under live traffic', (start) => {
  it('G-77 G-78 G-101 G-108 G-167: takes over in steps without one failed request, and the old one is retired', async () => {
    const rig = await start();
    await rig.apply(handlerText('users', 'v1'));
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');
    // By a watch: a stage of two seconds may be over between two looks.
    const splits = new Map<number, NonNullable<GatiHandler['status']>['traffic']>();
    const cache = rig.cluster.cache(GatiHandlerKind, { namespaces: [rig.namespace] });
    cache.onEvent(({ object }) => {
      const { plan, state } = rolloutOf(object.status);
      if (plan?.to === 'v2' && state?.phase === 'Verifying') splits.set(state.stage, object.status?.traffic);
    });
    await cache.waitForSync();

    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    const splitOfStage = async (stage: number) =>
      rig.until(
        `stage ${stage} is verified`,
        async () => splits.get(stage),
        () => true,
      );
    // Of two pods a tenth is none, so the new version has one on top.
    expect(await splitOfStage(0)).toEqual({
      mode: 'Approximate',
      wanted: { v1: 90, v2: 10 },
      achieved: { v1: 67, v2: 33 },
    });
    expect(await splitOfStage(1)).toEqual({
      mode: 'Approximate',
      wanted: { v1: 50, v2: 50 },
      achieved: { v1: 50, v2: 50 },
    });
    const { status } = await rig.untilStable('users', 'v2');
    expect(status?.traffic).toEqual({ mode: 'Approximate', wanted: { v1: 0, v2: 100 }, achieved: { v2: 100 } });
    const retired = await rig.untilStage('v1', 'Decommissioned');
    expect(retired.status).toMatchObject({ phase: 'Decommissioned', effectiveWeight: 0, replicas: 0 });
    expect(retired.status?.decommissionedAt).toBeDefined();

    const { answers, refusals, broken } = await traffic.stop();
    expect({ refusals, broken }).toEqual({ refusals: {}, broken: [] });
    expect(Object.keys(answers).toSorted()).toEqual(['v1', 'v2']);
    for (const kind of [Deployment, ConfigMap, PodDisruptionBudget])
      expect((await rig.untilCount(kind, 1, 'gati.dev/handler')).map(({ metadata }) => metadata.name)).toEqual([
        expect.stringMatching(/^handler-users-v2-/),
      ]);
    const services = (await rig.untilCount(Service, 2, 'gati.dev/handler')).map(({ metadata }) => metadata.name);
    expect(services).toEqual(['handler-users', expect.stringMatching(/^handler-users-v2-/)]);

    const reported = await rig.untilEvents('GatiHandler', 'users', 'its end has its event', (events) =>
      events.some(({ reason }) => reason === 'Decommissioned'),
    );
    expect(
      reported.map(({ type, reason, note }) => `${type} ${reason}: ${note.replaceAll(/-[\da-f]{8}\b.*/g, '-…')}`),
    ).toEqual([
      'Normal VersionCreated: GatiVersion users-v1-…',
      'Normal RolloutStarted: nothing → v1',
      'Normal WeightChanged: weights are v1 100',
      'Normal StageReached: stage install has reached its target',
      'Normal RolloutSucceeded: v1 is delivered',
      'Normal VersionCreated: GatiVersion users-v2-…',
      'Normal RolloutStarted: v1 → v2',
      'Normal WeightChanged: weights are v1 90, v2 10',
      'Normal StageReached: stage 10% has reached its target',
      'Normal WeightChanged: weights are v1 50, v2 50',
      'Normal StageReached: stage 50% has reached its target',
      'Normal WeightChanged: weights are v1 0, v2 100',
      'Normal StageReached: stage 100% has reached its target',
      'Normal RolloutSucceeded: v2 is delivered',
      'Normal Draining: v1 has no weight any more; it goes when nobody uses it',
      'Normal Drained: v1 serves nobody any more',
      'Normal Decommissioning: v1 is being removed',
      'Normal Decommissioned: v1 is removed; its record stays',
    ]);
    // Once, where people look.
    expect(await rig.reported('GatiVersion', retired.metadata.name ?? '')).toEqual([]);
  });

  it('G-77 G-203: who restarts the operator in the middle of a step fails no request, and the step goes on', async () => {
    const rig = await start();
    await rig.apply(
      handlerText('users', 'v1', { rollout: 'steps: [{ weight: 50, pause: 5s }, { weight: 100, pause: 1s }]' }),
    );
    await rig.untilStable('users', 'v1');
    const traffic = await rig.traffic('users');
    await rig.edit('users', { version: 'v2', image: 'example/users:v2' });
    const before = await rig.untilRollout('users', 'v2', 'Verifying');
    await rig.stopOperator();
    const seen = traffic.counts().answers['v2'] ?? 0;
    await rig.until(
      'both versions serve without an operator',
      async () => traffic.counts(),
      ({ answers }) => (answers['v2'] ?? 0) > seen + 20,
    );
    await rig.startOperator();
    const after = await rig.look('users', 19);
    expect(rolloutOf(after.status).state?.attempt).toBe(rolloutOf(before.status).state?.attempt);
    const { refusals, broken } = await traffic.stop();
    expect({ refusals, broken }).toEqual({ refusals: {}, broken: [] });
  });
});
