import { expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const fixture = useCluster(() => ({ controllers: true }));
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const PODS = '/api/v1/namespaces/default/pods';

test('L-20: a pod that leaves the selector of its Job loses the finalizer with its owner', async () => {
  const { client } = fixture;
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'x' }] } };
  await client.post(JOBS, { metadata: { name: 'work' }, spec: { template } });
  const pods = async () => (await client.get(PODS)).body.items;
  await expect.poll(pods).toHaveLength(1);
  const [pod] = await pods();
  expect(pod.metadata.finalizers).toEqual(['batch.kubernetes.io/job-tracking']);
  await client.merge(`${PODS}/${pod.metadata.name}`, { metadata: { labels: null } });
  const released = async () => (await client.get(`${PODS}/${pod.metadata.name}`)).body.metadata;
  await expect.poll(async () => (await released()).ownerReferences).toBeUndefined();
  expect((await released()).finalizers).toBeUndefined();
});
