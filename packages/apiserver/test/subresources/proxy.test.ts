import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const SERVICES = '/api/v1/namespaces/default/services';
const ENDPOINTS = '/api/v1/namespaces/default/endpoints';

const fixture = useCluster();
let server: Server;
let port = 0;

/** Says what it was sent; `/upgrade` speaks a protocol of its own that turns letters to capitals. */
beforeAll(async () => {
  server = createServer((incoming, answer) => {
    void textOf(incoming).then((body) => {
      answer.writeHead(incoming.url === '/teapot' ? 418 : 200, { 'content-type': 'application/json', 'x-own': 'yes' });
      answer.end(JSON.stringify({ method: incoming.method, url: incoming.url, headers: incoming.headers, body }));
    });
  });
  server.on('upgrade', (_incoming: IncomingMessage, socket: Socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: shout\r\n\r\n');
    socket.on('data', (chunk: Buffer) => socket.write(chunk.toString().toUpperCase()));
    socket.on('end', () => socket.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  const { client } = fixture;
  const made = await client.post(PODS, {
    metadata: { name: 'web', labels: { app: 'web' } },
    spec: { containers: [{ name: 'c', image: 'x', ports: [{ containerPort: port }] }] },
  });
  const status = { phase: 'Running', podIP: '10.1.2.3', podIPs: [{ ip: '10.1.2.3' }] };
  fixture.cluster.addPodAddresses(({ uid, port: asked = port }) =>
    uid === made.body.metadata.uid ? { host: '127.0.0.1', port: asked } : undefined,
  );
  await client.merge(`${PODS}/web/status`, { status });
  await client.post(SERVICES, { metadata: { name: 'web' }, spec: { ports: [{ name: 'http', port: 80 }] } });
  fixture.cluster.route('pods/default/behind', `http://127.0.0.1:${port}`);
  const address = { ip: '10.1.2.3', targetRef: { kind: 'Pod', namespace: 'default', name: 'behind' } };
  await client.post(ENDPOINTS, {
    metadata: { name: 'web' },
    subsets: [{ addresses: [address], ports: [{ name: 'http', port }] }],
  });
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

describe('proxies', () => {
  test('L-12: a request goes to the pod’s address with its path, query and body, and without who asked', async () => {
    const { status, headers, body } = await fixture.client.post(`${PODS}/web/proxy/a%2Fb/c?d=e%20f`, { hello: 1 });
    expect(status).toBe(200);
    expect(headers['x-own']).toBe('yes');
    expect(body).toMatchObject({ method: 'POST', url: '/a%2Fb/c?d=e%20f', body: '{"hello":1}' });
    expect(body.headers).not.toHaveProperty('authorization');
    expect(body.headers.host).toBe(`127.0.0.1:${port}`);
  });

  test('L-12: an answer comes back as it is, errors too', async () => {
    expect((await fixture.client.get(`${PODS}/http:web:${port}/proxy/teapot`)).status).toBe(418);
    expect((await fixture.client.send('DELETE', `${PODS}/web/proxy/x`)).body.method).toBe('DELETE');
  });

  test('L-12: without a path it asks for the slash that relative links need', async () => {
    const { status, headers } = await fixture.client.get(`${PODS}/web/proxy?x=1`);
    expect([status, headers.location]).toEqual([301, `${PODS}/web/proxy/?x=1`]);
  });

  test('L-12: a service leads to one of its addresses, by name or number of the port', async () => {
    for (const name of ['web:http', 'web:80', 'http:web:http']) {
      expect((await fixture.client.get(`${SERVICES}/${name}/proxy/x`)).body.url).toBe('/x');
    }
    const unknown = await fixture.client.get(`${SERVICES}/web:81/proxy/x`);
    expect(unknown.body).toMatchObject({ message: 'no service port 81 found for service "web"', code: 503 });
    const nameless = await fixture.client.get(`${SERVICES}/web/proxy/x`);
    expect(nameless.body).toMatchObject({ message: 'no endpoints available for service "web"', code: 503 });
  });

  test('L-12: who is not there gets the reason', async () => {
    const { client } = fixture;
    expect((await client.get(`${PODS}/web:1/proxy/x`)).body).toMatchObject({
      message: 'error trying to reach service: dial tcp 127.0.0.1:1: connect: connection refused',
      reason: 'ServiceUnavailable',
      code: 503,
    });
    expect((await client.get(`${PODS}/nope/proxy/x`)).body.message).toBe('pods "nope" not found');
    expect((await client.get(`${SERVICES}/a:b:c:d/proxy/x`)).body.message).toBe('invalid service request "a:b:c:d"');
  });

  test('L-12: a test can put a listener of its own behind a name', async () => {
    const { client, cluster } = fixture;
    await client.post(SERVICES, { metadata: { name: 'ghost' }, spec: { ports: [{ port: 80 }] } });
    const undo = cluster.route('services/default/ghost', `http://127.0.0.1:${port}/base`);
    expect((await client.get(`${SERVICES}/ghost:80/proxy/x?y`)).body.url).toBe('/base/x?y');
    undo();
    expect((await client.get(`${SERVICES}/ghost:80/proxy/x`)).status).toBe(404);
    expect(() => cluster.route('ghost', 'http://x')).toThrow(/services\/namespace\/name/);
  });

  test('L-12: an upgraded connection carries bytes both ways', async () => {
    const { cluster } = fixture;
    const outgoing = request(`${cluster.url}${PODS}/web/proxy/upgrade`, {
      ca: cluster.caPem,
      agent: false,
      headers: {
        authorization: `Bearer ${cluster.issueToken('x', ['system:masters'])}`,
        connection: 'Upgrade',
        upgrade: 'shout',
      },
    });
    outgoing.end();
    const [answer, socket] = (await once(outgoing, 'upgrade')) as [IncomingMessage, Socket];
    expect([answer.statusCode, answer.headers.upgrade]).toEqual([101, 'shout']);
    socket.write('hello');
    const [echoed] = (await once(socket, 'data')) as [Buffer];
    expect(echoed.toString()).toBe('HELLO');
    socket.destroy();
  });

  test('K-14: exec, attach and port-forward say that they are not served', async () => {
    const { client } = fixture;
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
    expect((await client.get(`${PODS}/web/exec?command=ls`, { headers: upgrade })).body).toMatchObject({
      message: 'pod web does not have a host assigned',
      code: 400,
    });
    await client.post(`${PODS}/web/binding`, { metadata: { name: 'web' }, target: { name: 'n1' } });
    for (const what of ['exec', 'attach', 'portforward']) {
      const { status, body } = await client.get(`${PODS}/web/${what}`, { headers: upgrade });
      expect([status, body.reason]).toEqual([501, 'NotImplemented']);
    }
  });
});
