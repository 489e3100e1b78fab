import { readYaml } from '@slipway/crd/schema';
import type { AnyObject } from '@slipway/kube';
import { freshNamespace } from '@slipway/test/clusters/namespace';
import { HttpRoute } from '@slipway/test/gateway/kinds';
import { expect, it } from 'vitest';
import { type GatiHandler, GatiHandlerKind } from '../../src/types/index.ts';
import { GATEWAY, startAcceptingGateway } from '../convert/accepting-gateway.ts';
import { handlerText } from '../handler-text.ts';
import { conditionOf } from '../rig.ts';
import { describeOperator } from '../rigs.ts';

describeOperator('two handlers that want one path', (start, cluster) => {
  it('G-75: of two namespaces that are watched by name: the younger is not routed until the older goes', async () => {
    const openGateway = await startAcceptingGateway(cluster().kubeconfig);
    // Created within one second, the lesser name is the older.
    const namespaces = [await freshNamespace(cluster()), await freshNamespace(cluster())].toSorted();
    const [older = '', younger = ''] = namespaces;
    const rig = await start({ controllers: { namespaces } });
    await openGateway(older);
    const routing = `routing: { gateway: { name: ${GATEWAY}, namespace: ${older} } }`;
    const apply = async (namespace: string): Promise<void> => {
      const [read] = readYaml(handlerText('users', 'v1', { more: routing }), 'a test');
      const object = read?.value as unknown as AnyObject;
      const metadata = { ...object.metadata, namespace, name: 'users' };
      await rig.client.apply(GatiHandlerKind, { ...object, metadata }, { fieldManager: 'person' });
    };
    const until = (namespace: string, what: string, isWanted: (seen: GatiHandler) => boolean) =>
      rig.until(what, () => rig.client.live.get(GatiHandlerKind, { namespace, name: 'users' }), isWanted);

    await apply(older);
    await until(older, 'it is routed', ({ status }) => status?.phase === 'Running');
    await apply(younger);
    const reported = await until(
      younger,
      'it is reported',
      (seen) => conditionOf(seen, 'Routed')?.reason === 'PathConflict',
    );
    expect(conditionOf(reported, 'Routed')?.message).toContain(`GatiHandler ${older}/users`);
    const routes = (namespace: string) => rig.client.live.listAll(HttpRoute, { namespace });
    expect(await routes(younger)).toEqual([]);

    await rig.client.delete(GatiHandlerKind, { namespace: older, name: 'users' });
    await rig.until(
      'it is routed',
      () => routes(younger),
      (found) => found.length === 1,
    );
  });
});
