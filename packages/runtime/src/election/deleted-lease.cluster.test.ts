import { type Cluster, connect } from '@slipway/kube';
import { Lease, resourcePath } from '@slipway/kube/kinds';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';

describeCluster('updates of a Lease that was deleted', {}, (testCluster) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await connect({ text: testCluster().kubeconfig });
  });
  afterAll(() => cluster.close());

  it('R-136 R-140: an update creates the Lease again, except one that carries the uid of the deleted', async () => {
    const { client, transport } = cluster;
    const ref = { namespace: await freshNamespace(testCluster()), name: 'operator' };
    const held = await client.create(Lease, { metadata: ref, spec: { holderIdentity: 'a', leaseDurationSeconds: 15 } });
    await client.delete(Lease, ref);
    // What an elector sends.
    await expect(client.update(Lease, held)).rejects.toMatchObject({ code: 'KUBE_CONFLICT' });
    expect(await client.live.get(Lease, ref)).toBeUndefined();

    const withoutUid = { ...held, metadata: { ...ref, resourceVersion: held.metadata.resourceVersion } };
    await transport.json({ method: 'PUT', path: resourcePath(Lease, ref), body: JSON.stringify(withoutUid) });
    expect(await client.live.get(Lease, ref)).toMatchObject({ spec: { holderIdentity: 'a' } });
  });
});
