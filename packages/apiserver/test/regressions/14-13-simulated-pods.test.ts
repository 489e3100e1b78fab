import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POD_SPEC, useCluster } from '../support/fixture.ts';

const CORE = '/api/v1/namespaces/default';
const fixture = useCluster();
let server: Server;
let port = 0;
let reached = 0;

/** Something of this machine that has the address by chance, and a pod whose status names it. */
beforeAll(async () => {
  server = createServer((_incoming, answer) => {
    reached += 1;
    answer.end('a service of this machine');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  const { client } = fixture;
  await client.post(`${CORE}/pods`, { metadata: { name: 'web' }, spec: { ...POD_SPEC, nodeName: 'n1' } });
  const status = { phase: 'Running', podIP: '127.0.0.1', podIPs: [{ ip: '127.0.0.1' }] };
  expect((await client.merge(`${CORE}/pods/web/status`, { status })).status).toBe(200);
  await client.post(`${CORE}/services`, { metadata: { name: 'web' }, spec: { ports: [{ name: 'http', port: 80 }] } });
  const address = { ip: '10.1.2.3', targetRef: { kind: 'Pod', namespace: 'default', name: 'web' } };
  await client.post(`${CORE}/endpoints`, {
    metadata: { name: 'web' },
    subsets: [{ addresses: [address], ports: [{ name: 'http', port }] }],
  });
  await client.post('/api/v1/nodes', { metadata: { name: 'n1' } });
  const addresses = [{ type: 'InternalIP', address: '127.0.0.1' }];
  await client.merge('/api/v1/nodes/n1/status', { status: { addresses } });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const WORDS =
  /pod default\/web has no network: localcluster simulates its containers.*cluster\.route\('pods\/default\/web'/;

describe('a simulated pod', () => {
  test('L-12: is not reached by pods/proxy, whatever address a client wrote into its status', async () => {
    const { status, body } = await fixture.client.get(`${CORE}/pods/web:${port}/proxy/`);
    expect([status, body.reason]).toEqual([503, 'ServiceUnavailable']);
    expect(body.message).toMatch(WORDS);
    expect(reached).toBe(0);
  });

  test('L-12: is not reached by services/proxy', async () => {
    const { status, body } = await fixture.client.get(`${CORE}/services/web:http/proxy/`);
    expect([status, body.reason]).toEqual([503, 'ServiceUnavailable']);
    expect(body.message).toMatch(WORDS);
  });

  test('L-12: its node has no kubelet to reach', async () => {
    const { status, body } = await fixture.client.get(`/api/v1/nodes/n1:${port}/proxy/`);
    expect([status, reached]).toEqual([503, 0]);
    expect(body.message).toContain("cluster.route('nodes/n1', url)");
  });

  test('K-14: port-forward is refused before the connection changes its protocol', async () => {
    const { cluster } = fixture;
    const asked = request(`${cluster.url}${CORE}/pods/web/portforward`, {
      method: 'POST',
      ca: cluster.caPem,
      agent: false,
      headers: {
        authorization: `Bearer ${cluster.issueToken('a', ['system:masters'])}`,
        connection: 'Upgrade',
        upgrade: 'SPDY/3.1',
      },
    });
    asked.end();
    const answered = await Promise.race([
      once(asked, 'response').then(([answer]) => answer as AsyncIterable<Buffer> & { statusCode: number }),
      once(asked, 'upgrade').then(() => undefined),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of answered ?? []) chunks.push(chunk);
    asked.destroy();
    expect(answered?.statusCode).toBe(503);
    expect(Buffer.concat(chunks).toString()).toMatch(WORDS);
  });

  test('L-10: is not asked as a webhook', async () => {
    const { client, cluster } = fixture;
    const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }];
    const service = { namespace: 'default', name: 'web', path: '/', port: 80 };
    await client.post(`/apis/discovery.k8s.io/v1/namespaces/default/endpointslices`, {
      metadata: { name: 'web', labels: { 'kubernetes.io/service-name': 'web' } },
      addressType: 'IPv4',
      ports: [{ name: 'http', port }],
      endpoints: [{ addresses: ['10.1.2.3'], targetRef: { kind: 'Pod', namespace: 'default', name: 'web' } }],
    });
    const hooks = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
    await client.post(hooks, {
      metadata: { name: 'h' },
      webhooks: [
        {
          name: 'h.demo.io',
          rules,
          clientConfig: { service, caBundle: Buffer.from(cluster.caPem).toString('base64') },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    const { body } = await client.post(`${CORE}/configmaps`, { metadata: { name: 'c' } });
    await client.delete(`${hooks}/h`);
    expect(body.message).toContain('no endpoints available for service "web"');
  });

  test('L-12: is reached where the program that runs it says that it listens', async () => {
    const { client, cluster } = fixture;
    const { uid } = (await client.get(`${CORE}/pods/web`)).body.metadata;
    const undo = cluster.addPodAddresses((pod) => (pod.uid === uid ? { host: '127.0.0.1', port } : undefined));
    expect((await client.get(`${CORE}/pods/web:1234/proxy/`)).text).toBe('a service of this machine');
    expect((await client.get(`${CORE}/services/web:http/proxy/`)).text).toBe('a service of this machine');
    undo();
    expect((await client.get(`${CORE}/pods/web:1234/proxy/`)).status).toBe(503);
  });
});
