import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { useCluster } from '../support/fixture.ts';
import { useKubectl } from '../support/kubectl.ts';

const fixture = useCluster();
const kubectl = useKubectl(fixture);
const PODS = '/api/v1/namespaces/default/pods';

const printed = (output: string): string[] =>
  output
    .trim()
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim());

describe('kubectl asks who it is and what it may', () => {
  test('K-1: auth whoami and auth can-i send protobuf and print the answer', async () => {
    expect(printed(await kubectl('auth', 'whoami'))).toEqual([
      'ATTRIBUTE VALUE',
      'Username kubernetes-admin',
      'Groups [system:masters system:authenticated]',
    ]);
    expect(await kubectl('auth', 'can-i', 'delete', 'nodes')).toBe('yes\n');
    await expect(kubectl('auth', 'can-i', 'list', 'secrets', '--as', 'ann')).rejects.toMatchObject({ stdout: 'no\n' });
    const list = printed(await kubectl('auth', 'can-i', '--list', '--as', 'ann'));
    expect(list).toContain('selfsubjectreviews.authentication.k8s.io [] [] [create]');
  });

  test('L-11: create role, bind it, and act as the one who has it', async () => {
    await kubectl('create', 'role', 'reader', '--verb=get,list', '--resource=pods');
    await kubectl('create', 'rolebinding', 'ann', '--role=reader', '--user=ann');
    expect(await kubectl('auth', 'can-i', 'list', 'pods', '--as', 'ann')).toBe('yes\n');
    expect(await kubectl('get', 'pods', '--as', 'ann')).toBe('');
    await expect(kubectl('get', 'nodes', '--as', 'ann')).rejects.toMatchObject({
      stderr: expect.stringContaining('nodes is forbidden: User "ann" cannot list resource "nodes"') as string,
    });
    expect(await kubectl('auth', 'reconcile', '-f', kubectl.file(role('made')))).toContain('made reconciled');
  });

  test('K-1: create token makes one that works', async () => {
    await kubectl('create', 'serviceaccount', 'sam');
    const token = (await kubectl('create', 'token', 'sam', '--duration=20m')).trim();
    expect(printed(await kubectl('auth', 'whoami', '--token', token))[1]).toBe(
      'Username system:serviceaccount:default:sam',
    );
  });
});

describe('kubectl and what runs', () => {
  test('K-63 K-99: logs reads what a pod wrote, drain evicts it', async () => {
    const { client, cluster } = fixture;
    await client.post('/api/v1/nodes', { metadata: { name: 'n1' } });
    await client.post(PODS, {
      metadata: { name: 'p', labels: { app: 'x' } },
      spec: { nodeName: 'n1', terminationGracePeriodSeconds: 0, containers: [{ name: 'c', image: 'x' }] },
    });
    const running = { name: 'c', state: { running: {} }, ready: true, restartCount: 0, image: 'x', imageID: '' };
    await client.merge(`${PODS}/p/status`, { status: { phase: 'Running', containerStatuses: [running] } });
    cluster.addPodLogs(async function* () {
      yield { time: 0, text: 'hello' };
    });
    expect(await kubectl('logs', 'p')).toBe('hello\n');
    const output = await kubectl('drain', 'n1', '--force');
    expect(output).toContain('node/n1 drained');
    expect((await client.get(`${PODS}/p`)).status).toBe(404);
  });

  test('K-14: port-forward carries connections to where the pod listens, and tells when nobody does', async () => {
    const { client, cluster } = fixture;
    const server = createServer((request, answer) => answer.end(`you asked for ${request.url}`));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const made = await client.post(PODS, {
      metadata: { name: 'web' },
      spec: { nodeName: 'n1', containers: [{ name: 'c', image: 'x' }] },
    });
    await client.merge(`${PODS}/web/status`, { status: { phase: 'Running' } });
    cluster.addPodAddresses(({ uid, port: asked = port }) =>
      uid === made.body.metadata.uid ? { host: '127.0.0.1', port: asked } : undefined,
    );
    cluster.route('pods/default/web:81', 'http://127.0.0.1:1');
    const forward = kubectl.start('port-forward', 'pod/web', `:${port}`, ':81');
    try {
      const [good, bad] = await forward.lines(/Forwarding from 127\.0\.0\.1:(\d+)/, 2);
      const answers = await Promise.all(
        Array.from({ length: 5 }, async (_, at) => (await fetch(`http://127.0.0.1:${good}/${at}`)).text()),
      );
      expect(answers).toEqual([0, 1, 2, 3, 4].map((at) => `you asked for /${at}`));
      await expect(fetch(`http://127.0.0.1:${bad}/`)).rejects.toThrow();
    } finally {
      await forward.stop();
      server.closeAllConnections();
      server.close();
    }
  });
});

function role(name: string): object {
  return {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'ClusterRole',
    metadata: { name },
    rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
  };
}
