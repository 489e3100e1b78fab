import { type Cluster, connect, installDefinition } from '@slipway/kube';
import { statusOf } from '@slipway/runtime/status';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runtimePort } from '../../src/controllers/runtime-port.ts';
import { MANAGER } from '../../src/names/index.ts';
import { GatiHandlerKind, gatiHandlers } from '../../src/types/index.ts';

describeCluster('a map of a status that another field manager has set', { needs: ['apply', 'schema'] }, (cluster) => {
  let connected: Cluster;
  beforeAll(async () => {
    connected = await connect({ text: cluster().kubeconfig });
    await installDefinition(connected.client, gatiHandlers.manifest);
  });
  afterAll(() => connected.close());

  it('G-164: it can be emptied again, although a server refuses the null that an apply leaves there', async () => {
    const { client } = connected;
    const namespace = await freshNamespace(cluster());
    const ref = { namespace, name: 'users' };
    const spec = { handlerPath: '/', version: 'v1', replicas: 1, image: 'a', port: 80 };
    await client.create(GatiHandlerKind, { metadata: ref, spec });
    const signal = AbortSignal.timeout(240_000);
    const port = runtimePort({
      client,
      cluster: connected,
      key: { namespace },
      signal,
      statusOf: (kind, object) => statusOf({ client, fieldManager: MANAGER, signal }, kind, object),
    });
    const write = async (next: object): Promise<unknown> => {
      const { metadata, status } = (await client.live.get(GatiHandlerKind, ref)) ?? { metadata: ref };
      await port.writeStatus({ kind: 'GatiHandler', metadata: { ...metadata, ...ref }, status }, next, {
        isGuarded: true,
      });
      return (await client.live.get(GatiHandlerKind, ref))?.status;
    };
    const before = { phase: 'Pending', traffic: { mode: 'Approximate' } };
    await write(before);
    const foreign = { status: { traffic: { wanted: { v1: 100 } } } };
    await client.subresource(GatiHandlerKind, ref, 'status').patch({ merge: foreign });
    await write({ ...before, traffic: { mode: 'Approximate', wanted: { v1: 50, v2: 50 } } });

    expect(await write({ ...before, phase: 'Running' })).toEqual({ ...before, phase: 'Running' });
  });
});
