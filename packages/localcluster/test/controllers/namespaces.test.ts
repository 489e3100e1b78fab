import { describe, expect, it, vi } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const APPS = '/apis/apps/v1/namespaces/ending';
const labels = { app: 'web' };
const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'i' }] } };

describe('a namespace full of things that controllers hold', () => {
  const fixture = useCluster(() => ({ controllers: true }));

  it('L-7 L-20: ends, with finalizers of Jobs and claims and all', async () => {
    const { client } = fixture;
    await client.post('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ending' } });
    await vi.waitFor(async () =>
      expect((await client.get('/api/v1/namespaces/ending/serviceaccounts/default')).status).toBe(200),
    );
    const job = { template: { spec: { ...template.spec, restartPolicy: 'Never' } } };
    await client.post('/apis/batch/v1/namespaces/ending/jobs', {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'work' },
      spec: job,
    });
    const claim = {
      metadata: { name: 'data' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
    };
    await client.post(`${APPS}/statefulsets`, {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'web' },
      spec: { serviceName: 'web', selector: { matchLabels: labels }, template, volumeClaimTemplates: [claim] },
    });
    await vi.waitFor(
      async () => expect((await client.get('/api/v1/namespaces/ending/pods')).body.items).toHaveLength(2),
      10_000,
    );
    await client.delete('/api/v1/namespaces/ending');
    await vi.waitFor(async () => expect((await client.get('/api/v1/namespaces/ending')).status).toBe(404), 10_000);
  });
});
