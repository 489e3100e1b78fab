import type { TestClient } from '../../../apiserver/test/support/client.ts';

/** Says of every pod that waits what a kubelet would: it runs and is ready. */
export async function makeReady(client: TestClient, namespace = 'default', status: object = {}): Promise<void> {
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  const { body } = await client.get(pods);
  for (const { metadata, status: seen } of body.items) {
    if (seen?.phase !== 'Pending') continue;
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: now }];
    const next = {
      phase: 'Running',
      startTime: now,
      podIP: '10.9.9.9',
      podIPs: [{ ip: '10.9.9.9' }],
      conditions,
      ...status,
    };
    await client.merge(`${pods}/${metadata.name}/status`, { status: next });
  }
}
