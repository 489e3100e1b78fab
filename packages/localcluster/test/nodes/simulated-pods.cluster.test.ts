import { Event, Lease, Node, Pod } from '@slipway/kube/kinds';
import { waitUntil } from '@slipway/tools/processes/index';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeCluster } from '../../../../test/clusters/suite.ts';
import { condition, isReady, Rig } from './rig.ts';

describeCluster('simulated nodes and pods', { needs: ['objects'] }, (on) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await Rig.start(on(), {
      rules: [
        { match: { image: /bad/ }, behaviour: { crash: { exitCode: 3 } } },
        { match: { image: 'missing:1' }, behaviour: { imagePullError: true } },
        { match: { labels: { kind: 'job' } }, behaviour: { exit: { code: 0 } } },
        { match: { image: 'setup:1' }, behaviour: { exit: { code: 0 } } },
        { match: { image: 'greedy:1' }, behaviour: { outOfMemory: {} } },
        { match: { image: 'shy:1' }, behaviour: { readyAfter: false } },
      ],
    });
  });
  afterAll(() => rig?.close());

  it('L-21: nodes register with capacity, addresses and a Lease, and are Ready', async () => {
    const [name = ''] = rig.nodes.names;
    const node = await rig.cluster.client.live.get(Node, { name });
    expect(node?.status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({ status: 'True' });
    expect(node?.status).toMatchObject({ allocatable: { cpu: '8', pods: '110' }, capacity: { memory: '32Gi' } });
    expect(node?.metadata.labels).toMatchObject({ 'kubernetes.io/hostname': name });
    const lease = await rig.cluster.client.live.get(Lease, { namespace: 'kube-node-lease', name });
    expect(lease?.spec).toMatchObject({ holderIdentity: name, leaseDurationSeconds: 40 });
  });

  it('L-22: a bound pod becomes Ready with an address, and its status says so in every place', async () => {
    const pod = await rig.until(await rig.run(), isReady);
    expect(pod.status).toMatchObject({ phase: 'Running', qosClass: 'BestEffort', hostIP: expect.any(String) });
    expect(pod.status?.podIPs).toEqual([{ ip: pod.status?.podIP }]);
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({
      name: 'web',
      ready: true,
      started: true,
      restartCount: 0,
    });
    for (const type of ['PodScheduled', 'Initialized', 'ContainersReady', 'PodReadyToStartContainers'])
      expect([type, condition(pod, type)]).toEqual([type, 'True']);
  });

  it('L-22: a ready pod is written no more', async () => {
    const name = await rig.run();
    const { metadata } = await rig.until(name, isReady);
    rig.nodes.rules = [...rig.nodes.rules];
    await rig.until(await rig.run(), isReady);
    expect((await rig.get(name))?.metadata.resourceVersion).toBe(metadata.resourceVersion);
  });

  it('L-22: a crash is restarted once at once, then backed off in the kubelet’s words', async () => {
    const name = await rig.run({ containers: [{ name: 'web', image: 'bad:1' }] });
    const pod = await rig.until(name, ({ status }) => status?.containerStatuses?.[0]?.state?.waiting);
    expect(pod.status?.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      ready: false,
      lastState: { terminated: { exitCode: 3, reason: 'Error' } },
      state: {
        waiting: {
          reason: 'CrashLoopBackOff',
          message: `back-off 10s restarting failed container=web pod=${name}_${rig.namespace}(${pod.metadata.uid})`,
        },
      },
    });
    expect(pod.status?.phase).toBe('Running');
  });

  it('L-22: an image that cannot be pulled is ErrImagePull, then ImagePullBackOff', async () => {
    const name = await rig.run({ containers: [{ name: 'web', image: 'missing:1' }] });
    const reason = (wanted: string) =>
      rig.until(name, ({ status }) => status?.containerStatuses?.[0]?.state?.waiting?.reason === wanted);
    expect((await reason('ErrImagePull')).status?.phase).toBe('Pending');
    await reason('ImagePullBackOff');
  });

  it('L-22: a job completes, runs out of memory or fails as its restart policy says', async () => {
    const restartPolicy = 'Never';
    const done = await rig.run({ restartPolicy }, { labels: { kind: 'job' } });
    const killed = await rig.run({ restartPolicy, containers: [{ name: 'web', image: 'greedy:1' }] });
    const failed = await rig.run({ restartPolicy, containers: [{ name: 'web', image: 'bad:2' }] });
    expect(
      (await rig.until(done, ({ status }) => status?.phase === 'Succeeded')).status?.containerStatuses?.[0]?.state,
    ).toMatchObject({ terminated: { exitCode: 0, reason: 'Completed' } });
    expect(
      (await rig.until(killed, ({ status }) => status?.phase === 'Failed')).status?.containerStatuses?.[0]?.state,
    ).toMatchObject({ terminated: { exitCode: 137, reason: 'OOMKilled' } });
    await rig.until(failed, ({ status }) => status?.phase === 'Failed');
  });

  it('L-22: init containers come first, and an unready container keeps its pod unready', async () => {
    const name = await rig.run({
      initContainers: [{ name: 'setup', image: 'setup:1' }],
      containers: [
        { name: 'web', image: 'web:1' },
        { name: 'shy', image: 'shy:1' },
      ],
    });
    const pod = await rig.until(name, ({ status }) => status?.phase === 'Running');
    expect(pod.status?.initContainerStatuses?.[0]).toMatchObject({
      ready: true,
      state: { terminated: { exitCode: 0 } },
    });
    expect(pod.status?.conditions?.find(({ type }) => type === 'Ready')).toMatchObject({
      status: 'False',
      reason: 'ContainersNotReady',
      message: 'containers with unready status: [shy]',
    });
    rig.nodes.rules = rig.nodes.rules.filter(({ match }) => match?.image !== 'shy:1');
    await rig.until(name, isReady);
  });

  it('L-22: a deleted pod ends and goes; its events tell of its life', async () => {
    const name = await rig.run();
    await rig.until(name, isReady);
    await rig.cluster.client.delete(Pod, { namespace: rig.namespace, name });
    await waitUntil(async () => ((await rig.get(name)) ? undefined : true), AbortSignal.timeout(240_000));
    await vi.waitFor(async () => {
      const events = await rig.cluster.client.live.listAll(Event, { namespace: rig.namespace });
      const reasons = events.filter(({ regarding }) => regarding?.name === name).map(({ reason }) => reason);
      expect(reasons).toEqual(expect.arrayContaining(['Pulled', 'Created', 'Started', 'Killing']));
    });
  });

  it('L-22: an evicted pod fails and says why; a lost node is silent until it is back', async () => {
    const evicted = await rig.run();
    await rig.until(evicted, isReady);
    rig.nodes.evict({ namespace: rig.namespace, name: evicted });
    expect((await rig.until(evicted, ({ status }) => status?.phase === 'Failed')).status?.reason).toBe('Evicted');

    const [, node = ''] = rig.nodes.names;
    rig.nodes.lose(node);
    const name = await rig.run({ nodeName: node });
    await rig.until(await rig.run(), isReady);
    expect((await rig.get(name))?.status?.containerStatuses).toBeUndefined();
    await rig.nodes.restore(node);
    await rig.until(name, isReady);
  });
});
