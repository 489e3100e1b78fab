import type { ObjectOf } from '@slipway/kube';
import { Event, Node, Pod, PriorityClass } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeCluster } from '../../../../test/clusters/suite.ts';
import { type Scheduler, startScheduler } from '../../src/scheduler/index.ts';
import { isReady, type PodObject, Rig } from './rig.ts';

describeCluster('the scheduler', { needs: ['objects'] }, (on) => {
  // Of its own name, so that it can work beside the real one.
  const schedulerName = 'test-scheduler';
  let rig: Rig;
  let scheduler: Scheduler;
  beforeAll(async () => {
    rig = await Rig.start(on(), {
      nodes: [
        { name: 'small', capacity: { cpu: '1' }, labels: { suite: 'scheduler' } },
        { name: 'gpu', capacity: { cpu: '2', 'nvidia.com/gpu': '1' }, labels: { suite: 'scheduler' } },
      ],
    });
    // Long before it is used: a real server's admission learns of it a moment later.
    await rig.cluster.client.create(PriorityClass, { metadata: { name: `high-${rig.namespace}` }, value: 1000 });
    scheduler = await startScheduler({ kubeconfig: on().kubeconfig, name: schedulerName });
  });
  afterAll(async () => {
    await scheduler?.stop();
    await rig?.close();
  });

  const asking = (resources: Record<string, string>, rest: Partial<NonNullable<PodObject['spec']>> = {}) =>
    ({
      schedulerName,
      nodeName: undefined as never,
      containers: [{ name: 'web', image: 'web:1', resources: { requests: resources, limits: resources } }],
      nodeSelector: { suite: 'scheduler' },
      terminationGracePeriodSeconds: 1,
      tolerations: [],
      ...rest,
    }) as Partial<NonNullable<PodObject['spec']>>;

  /** The Event about a pod, once it is there: recorders take their time. */
  const reported = (name: string, wanted: string): Promise<ObjectOf<typeof Event>> =>
    waitUntil(async () => {
      const events = await rig.cluster.client.live.listAll(Event, { namespace: rig.namespace });
      return events.find(({ regarding, reason }) => regarding?.name === name && reason === wanted);
    }, AbortSignal.timeout(240_000));

  it('L-21: a pod is bound to the node that has what it asks for, reported in an Event, and becomes ready there', async () => {
    const name = await rig.run(asking({ 'nvidia.com/gpu': '1' }));
    const pod = await rig.until(name, isReady);
    expect(pod.spec?.nodeName).toBe('gpu');
    expect((await reported(name, 'Scheduled')).note).toBe(`Successfully assigned ${rig.namespace}/${name} to gpu`);
    await rig.cluster.client.delete(Pod, { namespace: rig.namespace, name });
  });

  it('L-21: what does not fit says why, and is tried again when room is made', async () => {
    const first = await rig.run(asking({ 'nvidia.com/gpu': '1' }));
    await rig.until(first, isReady);
    const second = await rig.run(asking({ 'nvidia.com/gpu': '1' }));
    const pod = await rig.until(second, ({ status }) =>
      status?.conditions?.some(({ reason }) => reason === 'Unschedulable'),
    );
    expect(pod.status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message).toMatch(
      /^0\/\d+ nodes are available: .*Insufficient nvidia\.com\/gpu/,
    );
    await rig.cluster.client.delete(Pod, { namespace: rig.namespace, name: first });
    expect((await rig.until(second, isReady)).spec?.nodeName).toBe('gpu');
    await rig.cluster.client.delete(Pod, { namespace: rig.namespace, name: second });
  });

  it('L-21: a gated pod waits for its gate, a pod for a cordoned node for its uncordoning', async () => {
    const gated = await rig.run(asking({ cpu: '100m' }, { schedulingGates: [{ name: 'test/gate' }] }));
    const ref = { namespace: rig.namespace, name: gated };
    await rig.cluster.client.patch(Node, { name: 'gpu' }, { merge: { spec: { unschedulable: true } } });
    const waiting = await rig.run(asking({ cpu: '1500m' }));
    await rig.until(waiting, ({ status }) => status?.conditions?.some(({ reason }) => reason === 'Unschedulable'));
    expect((await rig.get(gated))?.spec?.nodeName).toBeUndefined();
    await rig.cluster.client.patch(Node, { name: 'gpu' }, { merge: { spec: { unschedulable: null } } });
    await rig.until(waiting, isReady);
    await rig.cluster.client.patch(Pod, ref, { json: [{ op: 'remove', path: '/spec/schedulingGates' }] });
    await rig.until(gated, isReady);
    for (const name of [waiting, gated]) await rig.cluster.client.delete(Pod, { namespace: rig.namespace, name });
  });

  it('L-21: a pod of higher priority gets the place of a lower one', async () => {
    const low = await rig.run(asking({ cpu: '1500m' }));
    await rig.until(low, isReady);
    const high = await rig.run(
      asking({ cpu: '1500m' }, { priorityClassName: `high-${rig.namespace}`, priority: 1000 }),
    );
    expect((await rig.until(high, isReady)).spec?.nodeName).toBe('gpu');
    expect(await rig.get(low)).toBeUndefined();
    await reported(low, 'Preempted');
  });
});
