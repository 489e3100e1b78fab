import { describe, expect, test } from 'vitest';
import { configMap, useCluster } from './support/fixture.ts';

const fixture = useCluster();

/** Asks until the answer has this status: the server takes its own steps after the write. */
async function settles(path: string, status: number): Promise<void> {
  while ((await fixture.client.get(path)).status !== status);
}

describe('namespaces', () => {
  test('K-170: a new server has four namespaces and the service of the API', async () => {
    const { client } = fixture;
    const { body } = await client.get('/api/v1/namespaces');
    const names = body.items.map((item: { metadata: { name: string } }) => item.metadata.name);
    expect(names).toEqual(['default', 'kube-node-lease', 'kube-public', 'kube-system']);
    const service = await client.get('/api/v1/namespaces/default/services/kubernetes');
    expect(service.body.spec).toMatchObject({ clusterIP: '10.96.0.1', ports: [{ name: 'https', port: 443 }] });
  });

  test('K-153: a namespace is Active and carries its name as a label, which cannot be lost', async () => {
    const { client } = fixture;
    const made = await client.post('/api/v1/namespaces', { metadata: { name: 'fresh' } });
    expect(made.body).toMatchObject({ spec: { finalizers: ['kubernetes'] }, status: { phase: 'Active' } });
    const label = 'kubernetes.io/metadata.name';
    const patched = await client.merge('/api/v1/namespaces/fresh', { metadata: { labels: { [label]: null } } });
    expect(patched.body.metadata.labels).toEqual({ [label]: 'fresh' });
  });

  test('K-77: deletion answers with Terminating, takes the contents along and then the namespace', async () => {
    const { client } = fixture;
    await client.post('/api/v1/namespaces', { metadata: { name: 'ends' } });
    await client.post('/api/v1/namespaces/ends/configmaps', configMap('one'));
    await client.post('/api/v1/namespaces/ends/secrets', { metadata: { name: 'two' } });
    const answer = await client.delete('/api/v1/namespaces/ends');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ kind: 'Namespace', status: { phase: 'Terminating' } });
    await settles('/api/v1/namespaces/ends', 404);
    expect((await client.get('/api/v1/namespaces/ends/configmaps')).body.items).toEqual([]);
    expect((await client.get('/api/v1/namespaces/ends/secrets')).body.items).toEqual([]);
  });

  test('K-77: while it ends nothing can be created in it, and an object with a finalizer holds it', async () => {
    const { client } = fixture;
    await client.post('/api/v1/namespaces', { metadata: { name: 'held' } });
    const path = '/api/v1/namespaces/held/configmaps';
    await client.post(path, { metadata: { name: 'holds', finalizers: ['a.io/x'] } });
    await client.delete('/api/v1/namespaces/held');
    const refused = await client.post(path, configMap('late'));
    expect(refused.status).toBe(403);
    expect(refused.body).toMatchObject({
      reason: 'Forbidden',
      message:
        'configmaps "late" is forbidden: unable to create new content in namespace held because it is being terminated',
    });
    expect(refused.body.details.causes).toMatchObject([{ reason: 'NamespaceTerminating' }]);
    expect((await client.get('/api/v1/namespaces/held')).body.status.phase).toBe('Terminating');
    await client.merge(`${path}/holds`, { metadata: { finalizers: null } });
    await settles('/api/v1/namespaces/held', 404);
  });

  test('L-7: the namespaces of the system cannot be deleted', async () => {
    const answer = await fixture.client.delete('/api/v1/namespaces/kube-system');
    expect(answer.status).toBe(403);
    expect(answer.body.message).toBe('namespaces "kube-system" is forbidden: this namespace may not be deleted');
  });
});
