import { describe, expect, test } from 'vitest';
import { configMap, useCluster } from '../support/fixture.ts';
import { configuration, rule, useWebhookServer, webhook } from './webhook-server.ts';

const server = useWebhookServer();
const fixture = useCluster(() => ({
  resolveService: (namespace, name) => {
    if (`${namespace}/${name}` !== 'hooks/hook') throw new Error(`service "${name}" not found`);
    return { host: '127.0.0.1', port: server.port };
  },
}));

const REGISTRATION = '/apis/admissionregistration.k8s.io/v1';
const MUTATING = `${REGISTRATION}/mutatingwebhookconfigurations`;
const VALIDATING = `${REGISTRATION}/validatingwebhookconfigurations`;

/** A namespace of its own with these webhooks, for as long as a test runs. */
async function within(
  name: string,
  configurations: readonly object[],
  work: (path: string) => Promise<void>,
): Promise<void> {
  const { client } = fixture;
  await client.post('/api/v1/namespaces', { metadata: { name } });
  const paths = configurations.map((one) => {
    const { kind, metadata } = one as { kind: string; metadata: { name: string } };
    return { at: kind.startsWith('Mutating') ? MUTATING : VALIDATING, name: metadata.name };
  });
  for (const [index, one] of configurations.entries()) {
    expect((await client.post(paths[index]?.at ?? '', one)).status).toBe(201);
  }
  try {
    await work(`/api/v1/namespaces/${name}/configmaps`);
  } finally {
    for (const path of paths) await client.delete(`${path.at}/${path.name}`);
  }
}

const labelled = (key: string) => [{ op: 'add', path: '/metadata/labels', value: { [key]: 'yes' } }];

describe('admission webhooks', () => {
  test('L-10: a review tells who does what to which object, and a refusal is the answer', async () => {
    server.on('/deny', () => ({
      allowed: false,
      status: { message: 'not today', code: 403, reason: 'Forbidden' },
      warnings: ['mind "it"'],
    }));
    await within('deny', [configuration(server, 'Validating', 'deny', '/deny')], async (path) => {
      const answer = await fixture.client.post(`${path}?fieldManager=me`, configMap('a', { data: { x: '1' } }));
      expect(answer.status).toBe(403);
      expect(answer.body).toMatchObject({
        reason: 'Forbidden',
        message: 'admission webhook "deny.example.com" denied the request: not today',
      });
      expect(answer.headers['warning']).toBe('299 - "mind \\"it\\""');
      expect(server.seen[0]?.request).toMatchObject({
        kind: { group: '', version: 'v1', kind: 'ConfigMap' },
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        name: 'a',
        namespace: 'deny',
        operation: 'CREATE',
        userInfo: { username: 'tester', groups: ['system:masters', 'system:authenticated'] },
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'deny' }, data: { x: '1' } },
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', fieldManager: 'me' },
      });
      expect((await fixture.client.get(`${path}/a`)).status).toBe(404);
    });
  });

  test('L-10: mutating webhooks see each other’s changes, in the order of their configurations', async () => {
    server.on('/first', () => ({ patch: labelled('first') }));
    server.on('/second', ({ request }) => ({
      patch: [{ op: 'add', path: '/metadata/labels/second', value: request.object.metadata.labels.first }],
    }));
    const hooks = [
      configuration(server, 'Mutating', 'b-second', '/second'),
      configuration(server, 'Mutating', 'a-first', '/first'),
    ];
    await within('order', hooks, async (path) => {
      const { body } = await fixture.client.post(path, configMap('a'));
      expect(body.metadata.labels).toEqual({ first: 'yes', second: 'yes' });
    });
  });

  test('L-10: who wants to be asked again is, once, when a plugin changed the object after it', async () => {
    server.on('/early', () => ({}));
    server.on('/late', ({ request }) => ({ patch: request.object.metadata.labels ? [] : labelled('late') }));
    const early = (name: string, reinvocationPolicy: string) =>
      configuration(server, 'Mutating', name, '/early', { reinvocationPolicy });
    const hooks = [
      early('a', 'IfNeeded'),
      early('b', 'Never'),
      configuration(server, 'Mutating', 'c', '/late', { reinvocationPolicy: 'IfNeeded' }),
    ];
    await within('again', hooks, async (path) => {
      await fixture.client.post(path, configMap('x'));
      expect(server.seen.map((review) => review.path)).toEqual(['/early', '/early', '/late', '/early']);
      expect(server.seen[3]?.request.object.metadata.labels).toEqual({ late: 'yes' });
    });
  });

  test('L-10: a webhook that cannot be asked refuses the request, or does not matter', async () => {
    const away = (failurePolicy: string) => ({ failurePolicy, clientConfig: { url: 'https://127.0.0.1:1/x' } });
    await within('closed', [configuration(server, 'Validating', 'away', '/', away('Fail'))], async (path) => {
      const answer = await fixture.client.post(path, configMap('a'));
      expect(answer.status).toBe(500);
      expect(answer.body.message).toBe(
        'Internal error occurred: failed calling webhook "away.example.com": failed to call webhook: Post "https://127.0.0.1:1/x?timeout=10s": dial tcp 127.0.0.1:1: connect: connection refused',
      );
    });
    await within('open', [configuration(server, 'Mutating', 'away', '/', away('Ignore'))], async (path) => {
      expect((await fixture.client.post(path, configMap('a'))).status).toBe(201);
    });
  });

  test('L-10: a certificate of another authority, another status and nonsense are failures', async () => {
    const { client } = fixture;
    const failing = async (name: string, rest: object, path: string): Promise<string> => {
      let message = '';
      await within(name, [configuration(server, 'Validating', name, path, rest)], async (at) => {
        message = (await client.post(at, configMap('a'))).body.message as string;
      });
      return message.replace(/^Internal error occurred: failed calling webhook "[^"]*": /, '');
    };
    server.on('/broken', () => ({ raw: 'boom', code: 500 }));
    server.on('/text', () => ({ raw: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}' }));
    server.on('/patchy', () => ({ patch: [] }));
    expect(await failing('untrusted', { clientConfig: { url: server.url } }, '/')).toContain(
      'x509: certificate signed by unknown authority',
    );
    expect(await failing('broken', {}, '/broken')).toBe(
      'failed to call webhook: an error on the server ("boom") has prevented the request from succeeding',
    );
    expect(await failing('text', {}, '/text')).toBe('received invalid webhook response: webhook response was absent');
    expect(await failing('patchy', {}, '/patchy')).toBe(
      'received invalid webhook response: validating webhook may not return response.patch',
    );
  });

  test('L-10: a webhook is reached through its service, and waits no longer than it may', async () => {
    const service = { namespace: 'hooks', name: 'hook', path: '/svc' };
    const through = { clientConfig: { service, caBundle: server.caBundle }, timeoutSeconds: 1 };
    server.on('/svc', () => ({ allowed: false }));
    await within('svc', [configuration(server, 'Validating', 'svc', '/', through)], async (path) => {
      expect((await fixture.client.post(path, configMap('a'))).body.message).toBe(
        'admission webhook "svc.example.com" denied the request without explanation',
      );
      server.on('/svc', () => 'silence');
      expect((await fixture.client.post(path, configMap('a'))).body.message).toBe(
        'Internal error occurred: failed calling webhook "svc.example.com": failed to call webhook: Post "https://hook.hooks.svc:443/svc?timeout=1s": context deadline exceeded',
      );
    });
  });

  test('L-10: rules, selectors and conditions decide who is asked', async () => {
    const { client } = fixture;
    const selecting = {
      objectSelector: { matchLabels: { a: 'b' } },
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'picked' } },
      matchConditions: [{ name: 'named', expression: "object != null && object.metadata.name.startsWith('x')" }],
    };
    const hooks = [
      configuration(server, 'Validating', 'selecting', '/selecting', selecting),
      configuration(server, 'Validating', 'deletes', '/deletes', {
        rules: [rule(['configmaps'], { operations: ['DELETE'] })],
      }),
    ];
    await within('picked', hooks, async (path) => {
      await client.post(
        '/api/v1/namespaces/default/configmaps',
        configMap('x', { metadata: { name: 'x', labels: { a: 'b' } } }),
      );
      await client.post(path, configMap('x'));
      await client.post(path, configMap('y', { metadata: { name: 'y', labels: { a: 'b' } } }));
      expect(server.seen).toEqual([]);
      await client.merge(`${path}/x`, { metadata: { labels: { a: 'b' } } });
      expect(server.seen.map(({ request }) => [request.operation, request.name])).toEqual([['UPDATE', 'x']]);
      await client.delete(path);
      expect(
        server.seen.slice(1).map((review) => [review.path, review.request.operation, review.request.object]),
      ).toEqual([
        ['/deletes', 'DELETE', null],
        ['/deletes', 'DELETE', null],
      ]);
      expect(server.seen.slice(1).map(({ request }) => request.oldObject.metadata.name)).toEqual(['x', 'y']);
    });
  });

  test('L-10: a dry run asks only who can stand it, and says that it is one', async () => {
    await within(
      'dry',
      [configuration(server, 'Mutating', 'dry', '/dry', { sideEffects: 'NoneOnDryRun' })],
      async (path) => {
        expect((await fixture.client.post(`${path}?dryRun=All`, configMap('a'))).status).toBe(201);
        expect(server.seen[0]?.request).toMatchObject({ dryRun: true, options: { dryRun: ['All'] } });
      },
    );
  });

  test('L-10: a change that waited for a webhook is made anew on what was written meanwhile', async () => {
    const { client } = fixture;
    let meanwhile: Promise<unknown> | undefined;
    await within('race', [], async (path) => {
      await client.post(path, configMap('a', { data: { mine: '0' } }));
    });
    const path = '/api/v1/namespaces/race/configmaps';
    server.on('/slow', ({ request }) => {
      if (request.object.data.mine === '1' && !meanwhile)
        meanwhile = client.merge(`${path}/a`, { data: { other: '1' } });
      return {};
    });
    // The webhook lets the other write be done before it answers.
    await within('race', [configuration(server, 'Validating', 'slow', '/slow')], async () => {
      const [patched] = await Promise.all([client.merge(`${path}/a`, { data: { mine: '1' } }), meanwhile]);
      await meanwhile;
      expect(patched.status).toBe(200);
      expect((await client.get(`${path}/a`)).body.data).toEqual({ mine: '1', other: '1' });
    });
  });

  test('L-10: what configures admission is not subject to it', async () => {
    const all = { rules: [{ apiGroups: ['*'], apiVersions: ['*'], operations: ['*'], resources: ['*/*'] }] };
    server.on('/all', () => ({ allowed: false }));
    await within('locked', [configuration(server, 'Validating', 'all', '/all', all)], async (path) => {
      expect((await fixture.client.post(path, configMap('a'))).status).toBe(400);
      const other = configuration(server, 'Validating', 'other', '/all', {
        webhooks: [webhook(server, 'o.example.com', '/all')],
      });
      expect((await fixture.client.post(VALIDATING, other)).status).toBe(201);
      expect((await fixture.client.delete(`${VALIDATING}/other`)).status).toBe(200);
    });
  });
});
