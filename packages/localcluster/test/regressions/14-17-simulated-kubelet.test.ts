import { expect, test } from 'vitest';
import { POD_SPEC, useCluster } from '../support/fixture.ts';

const fixture = useCluster(() => ({ nodes: 1 }));
const PODS = '/api/v1/namespaces/default/pods';

const statusOf = async (name: string) => (await fixture.client.get(`${PODS}/${name}`)).body.status;
const isReady = async (name: string) =>
  (await statusOf(name)).conditions?.find((one: { type: string }) => one.type === 'Ready')?.status;

test('L-22: a simulated init container without a rule does its part and ends, so that its pod gets ready', async () => {
  const initContainers = [
    { name: 'first', image: 'busybox' },
    { name: 'beside', image: 'busybox', restartPolicy: 'Always' },
  ];
  await fixture.client.post(PODS, { metadata: { name: 'init' }, spec: { ...POD_SPEC, initContainers } });
  await expect.poll(() => isReady('init')).toBe('True');
  const [first, beside] = (await statusOf('init')).initContainerStatuses;
  expect(first.state.terminated).toMatchObject({ exitCode: 0, reason: 'Completed' });
  expect(beside.state.running).toBeDefined();
});

test('L-22: an ephemeral container that comes to a running pod is started, and never again', async () => {
  const { client } = fixture;
  await client.post(PODS, { metadata: { name: 'debugged' }, spec: POD_SPEC });
  await expect.poll(() => isReady('debugged')).toBe('True');
  const add = (names: readonly string[]) =>
    client.send('PATCH', `${PODS}/debugged/ephemeralcontainers`, {
      body: { spec: { ephemeralContainers: names.map((name) => ({ name, image: 'busybox' })) } },
      type: 'application/strategic-merge-patch+json',
    });
  expect((await add(['one'])).status).toBe(200);
  const states = async () =>
    ((await statusOf('debugged')).ephemeralContainerStatuses ?? []).map(
      ({ name, state }: { name: string; state: object }) => [name, ...Object.keys(state)].join(' '),
    );
  await expect.poll(states).toEqual(['one running']);
  await add(['two']);
  await expect.poll(states).toEqual(['one running', 'two running']);
  expect(await isReady('debugged')).toBe('True');
  expect((await statusOf('debugged')).containerStatuses).toHaveLength(1);
});

test('L-22: a pod that is bound past the scheduler to a node whose port another has is rejected', async () => {
  const { client, cluster } = fixture;
  const [nodeName] = cluster.nodes?.names ?? [];
  const spec = (protocol: string) => ({
    nodeName,
    containers: [{ name: 'c', image: 'x', ports: [{ containerPort: 80, hostPort: 8080, protocol }] }],
  });
  await client.post(PODS, { metadata: { name: 'holder' }, spec: spec('TCP') });
  await expect.poll(() => isReady('holder')).toBe('True');
  await client.post(PODS, { metadata: { name: 'late' }, spec: spec('TCP') });
  await client.post(PODS, { metadata: { name: 'other' }, spec: spec('UDP') });
  await expect.poll(() => isReady('other')).toBe('True');
  await expect.poll(async () => (await statusOf('late')).phase).toBe('Failed');
  expect(await statusOf('late')).toMatchObject({
    reason: 'NodePorts',
    message: expect.stringContaining("node(s) didn't have free ports"),
  });
});
