import { request } from 'node:https';
import { describe, expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster, widgetDefinition } from './support/fixture.ts';

const fixture = useCluster();
const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

describe('what clients were seen to rely on', () => {
  test('K-9: HTTP/1.1 is enough, with a connection for each request', async () => {
    const { cluster } = fixture;
    const headers = { authorization: `Bearer ${cluster.issueToken('t', ['system:masters'])}`, connection: 'close' };
    const answer = await new Promise<{ version: string; status: number | undefined }>((resolve, reject) => {
      const options = { ca: cluster.caPem, headers, agent: false as const };
      const outgoing = request(`${cluster.url}/api/v1/namespaces`, options, (incoming) => {
        incoming.resume();
        incoming.on('end', () => resolve({ version: incoming.httpVersion, status: incoming.statusCode }));
      });
      outgoing.on('error', reject);
      outgoing.end();
    });
    expect(answer).toEqual({ version: '1.1', status: 200 });
  });

  test('K-15: warnings are headers, with quotes in them escaped', async () => {
    const body = { ...configMap('warned'), 'odd"name': 1, other: 2 };
    const { headers } = await fixture.client.post(`${CONFIG_MAPS}?dryRun=All`, body);
    expect(headers['warning']).toBe('299 - "unknown field \\"odd\\\\\\"name\\"", 299 - "unknown field \\"other\\""');
  });

  test('K-24 K-36: who asks again for an unknown kind learns of it as soon as its definition is there', async () => {
    const { client } = fixture;
    const accept = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
    const first = await client.get('/apis', { headers: { accept } });
    const etag = first.headers.etag ?? '';
    const again = { headers: { accept, 'if-none-match': etag } };
    expect((await client.get('/apis', again)).status).toBe(304);
    await client.post(DEFINITIONS, widgetDefinition());
    const later = await client.get('/apis', again);
    expect([later.status, later.text.includes('"widgets"')]).toEqual([200, true]);
    const names = (await client.get(DEFINITIONS)).body.items.map(
      (item: { spec: { names: { kind: string } } }) => item.spec.names.kind,
    );
    expect(names).toContain('Widget');
  });

  test('K-56: all that describe asks for beside the object can be asked for', async () => {
    const fields = encodeURIComponent('involvedObject.name=a,involvedObject.namespace=default,involvedObject.uid=u');
    for (const path of [
      `/api/v1/namespaces/default/events?fieldSelector=${fields}&limit=500`,
      '/apis/apps/v1/namespaces/default/replicasets?labelSelector=app%3Da',
      '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices?labelSelector=kubernetes.io%2Fservice-name%3Da',
      '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases',
      '/api/v1/namespaces/default/resourcequotas',
      '/api/v1/namespaces/default/limitranges',
      '/apis/resource.k8s.io/v1/resourceslices?fieldSelector=spec.nodeName%3Da',
    ]) {
      expect([path, (await fixture.client.get(path)).status]).toEqual([path, 200]);
    }
  });

  test('K-64: what diff asks for is reported and not done', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('diffed', { data: { a: '1' } }));
    const asked = await client.merge(`${CONFIG_MAPS}/diffed?dryRun=All`, { data: { a: '2' } });
    expect([asked.status, asked.body.data]).toEqual([200, { a: '2' }]);
    expect((await client.get(`${CONFIG_MAPS}/diffed`)).body.data).toEqual({ a: '1' });
  });
});
