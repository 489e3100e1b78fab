import { request as plainRequest } from 'node:http';
import { request } from 'node:https';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createCertificateAuthority } from '../src/certificates/index.ts';
import { CONFIG_MAPS, configMap, useCluster } from './support/fixture.ts';

const fixture = useCluster();

describe('who asks', () => {
  test('K-97: a token that is not known is 401', async () => {
    const answer = await fixture.client.get('/api/v1/pods', { token: 'nope' });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ reason: 'Unauthorized', message: 'Unauthorized', code: 401 });
  });

  test('L-11: a token can be revoked', async () => {
    const { client, cluster } = fixture;
    const token = cluster.issueToken('alice', ['system:masters']);
    expect((await client.get('/api/v1/pods', { token })).status).toBe(200);
    cluster.revokeToken(token);
    expect((await client.get('/api/v1/pods', { token })).status).toBe(401);
  });

  test('L-11: a client certificate of the cluster is a user; one of another authority is 401', async () => {
    const { client, cluster } = fixture;
    const own = cluster.authority.issueClient({ user: 'bob', groups: ['system:masters'] });
    expect((await client.get('/api/v1/pods', { token: null, cert: own })).status).toBe(200);
    const foreign = createCertificateAuthority().issueClient({ user: 'bob' });
    expect((await client.get('/api/v1/pods', { token: null, cert: foreign })).status).toBe(401);
    const expired = cluster.authority.issueClient({ user: 'bob', notAfter: Date.now() - 1000 });
    expect((await client.get('/api/v1/pods', { token: null, cert: expired })).status).toBe(401);
  });

  test('L-11: who shows a certificate and a token is the user of the certificate; one valid of the two is enough', async () => {
    const { client, cluster } = fixture;
    const who = async (ask: object): Promise<string> =>
      (await client.post('/apis/authentication.k8s.io/v1/selfsubjectreviews', {}, ask)).body.status.userInfo.username;
    const own = cluster.authority.issueClient({ user: 'bob' });
    const foreign = createCertificateAuthority().issueClient({ user: 'bob' });
    const token = cluster.issueToken('alice');
    expect(await who({ token, cert: own })).toBe('bob');
    expect(await who({ token: 'wrong', cert: own })).toBe('bob');
    expect(await who({ token, cert: foreign })).toBe('alice');
  });

  test('K-26, K-98: nobody may read version and health, and nothing else', async () => {
    const { client } = fixture;
    for (const path of ['/version', '/healthz', '/livez', '/readyz']) {
      expect((await client.get(path, { token: null })).status).toBe(200);
    }
    expect((await client.get('/readyz', { token: null })).text).toBe('ok');
    const pods = await client.get('/api/v1/namespaces/default/pods', { token: null });
    expect(pods.status).toBe(403);
    expect(pods.body.message).toBe(
      'pods is forbidden: User "system:anonymous" cannot list resource "pods" in API group "" in the namespace "default"',
    );
    expect((await client.get('/api', { token: null })).body.message).toBe(
      'forbidden: User "system:anonymous" cannot get path "/api"',
    );
  });

  test('K-10: there is no plain http', async () => {
    const failed = await new Promise<boolean>((resolve) => {
      const outgoing = plainRequest(fixture.cluster.url.replace('https:', 'http:'), () => resolve(false));
      outgoing.on('error', () => resolve(true));
      outgoing.end();
    });
    expect(failed).toBe(true);
  });
});

describe('what goes over the wire', () => {
  test('K-3: who prefers protobuf gets JSON and is warned', async () => {
    const { client } = fixture;
    for (const accept of [
      'application/vnd.kubernetes.protobuf,application/json',
      'application/vnd.kubernetes.protobuf, */*',
      'application/vnd.kubernetes.protobuf',
    ]) {
      const answer = await client.get('/api/v1/namespaces/default', { headers: { accept } });
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json']);
    }
    expect((await client.get('/api/v1/namespaces/default', { headers: { accept: 'text/html' } })).status).toBe(406);
  });

  test('K-8: a body without a type is JSON, and YAML works both ways', async () => {
    const { client } = fixture;
    const untyped = await new Promise<number | undefined>((resolve, reject) => {
      const body = JSON.stringify(configMap('untyped'));
      const authorization = `Bearer ${fixture.cluster.issueToken('t', ['system:masters'])}`;
      const headers = { authorization, 'content-length': Buffer.byteLength(body) };
      const outgoing = request(
        `${fixture.cluster.url}${CONFIG_MAPS}`,
        { method: 'POST', ca: fixture.cluster.caPem, headers },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
    expect(untyped).toBe(201);
    const raw = 'metadata:\n  name: from-yaml\ndata:\n  a: "1"\n';
    expect((await client.send('POST', CONFIG_MAPS, { raw, type: 'application/yaml' })).status).toBe(201);
    const back = await client.get(`${CONFIG_MAPS}/from-yaml`, { headers: { accept: 'application/yaml' } });
    expect(back.headers['content-type']).toBe('application/yaml');
    expect(back.text).toContain('kind: ConfigMap\n');
  });

  test('K-11: large answers are compressed for who asks, small ones and watches are not', async () => {
    const { client } = fixture;
    await client.post(CONFIG_MAPS, configMap('large', { data: { a: 'x'.repeat(200_000) } }));
    const headers = { 'accept-encoding': 'gzip' };
    const outgoing = await new Promise<Buffer>((resolve, reject) => {
      const authorization = `Bearer ${fixture.cluster.issueToken('t', ['system:masters'])}`;
      request(
        `${fixture.cluster.url}${CONFIG_MAPS}/large`,
        { ca: fixture.cluster.caPem, headers: { ...headers, authorization } },
        (answer) => {
          expect(answer.headers['content-encoding']).toBe('gzip');
          expect(answer.headers.vary).toBe('Accept-Encoding');
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => resolve(Buffer.concat(chunks)));
        },
      )
        .on('error', reject)
        .end();
    });
    expect((JSON.parse(gunzipSync(outgoing).toString()) as { data: { a: string } }).data.a).toHaveLength(200_000);
    expect((await client.get(`${CONFIG_MAPS}/large`)).headers['content-encoding']).toBeUndefined();
    expect((await client.get('/api/v1/namespaces', { headers })).headers['content-encoding']).toBeUndefined();
    const watch = await client.watch(`${CONFIG_MAPS}?watch=true`, { headers });
    expect(watch.headers['content-encoding']).toBeUndefined();
    watch.close();
  });

  test('K-12: answers are compact with a newline, not cached and have an audit id; people get them indented', async () => {
    const { client } = fixture;
    const answer = await client.get('/api/v1/namespaces/default');
    expect(answer.headers['cache-control']).toBe('no-cache, private');
    expect(answer.headers['audit-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.text).toMatch(/^\{"kind":"Namespace","apiVersion":"v1",.*\}\n$/);
    const forPeople = await client.get('/api/v1/namespaces/default', { headers: { 'user-agent': 'curl/8' } });
    expect(forPeople.text).toContain('{\n  "kind": "Namespace",');
    expect((await client.get('/api/v1/namespaces/default?pretty=true')).text).toContain('\n  "kind"');
  });

  test('K-13: unknown query parameters are ignored', async () => {
    expect((await fixture.client.get('/api/v1/namespaces?timeout=32s&foo=bar')).status).toBe(200);
  });

  test('L-1: a body over 3 MiB is 413', async () => {
    const { client } = fixture;
    const answer = await client.post(CONFIG_MAPS, configMap('huge', { data: { a: 'x'.repeat(3 * 1024 * 1024) } }));
    expect(answer.status).toBe(413);
    expect(answer.body).toMatchObject({
      reason: 'RequestEntityTooLarge',
      message: 'Request entity too large: limit is 3145728',
    });
  });

  test('K-81, K-82, K-96: what is not there is distinguished', async () => {
    const { client } = fixture;
    const missing = { code: 404, message: 'the server could not find the requested resource', details: {} };
    for (const path of ['/api/v2/x', '/apis/apps/v2', '/apis/apps/v1/foo', `${CONFIG_MAPS}/a/foo`, '/api/v1/pods/x']) {
      expect((await client.get(path)).body).toMatchObject(missing);
    }
    for (const path of ['/foo', '/apis/none.io', '/apis/none.io/v1/x', '/api/v1/%E0%A4']) {
      const answer = await client.get(path);
      expect(answer.status).toBe(404);
    }
    expect((await client.get('/foo')).text).toBe('404 page not found\n');
    for (const [method, path] of [
      ['PUT', CONFIG_MAPS],
      ['POST', `${CONFIG_MAPS}/a`],
      ['POST', '/api/v1/configmaps'],
      ['DELETE', '/api/v1/namespaces'],
    ] as const) {
      const answer = await client.send(method, path, { body: {} });
      expect(answer.body).toMatchObject({
        code: 405,
        reason: 'MethodNotAllowed',
        message: 'the server does not allow this method on the requested resource',
      });
    }
  });

  test('K-80: a missing object names its resource', async () => {
    const { client } = fixture;
    const answer = await client.get('/apis/apps/v1/namespaces/default/deployments/x');
    expect(answer.body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'deployments.apps "x" not found',
      reason: 'NotFound',
      details: { name: 'x', group: 'apps', kind: 'deployments' },
      code: 404,
    });
  });
});
