import { createMetricsFeed, startControllers } from '@slipway/localcluster/controllers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useCluster } from '../support/fixture.ts';
import { makeReady } from './ready-pods.ts';

const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const AUTOSCALERS = '/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers';

describe('an autoscaler on a feed of metrics', () => {
  const fixture = useCluster(() => ({ controllers: true }));
  const replicas = async (): Promise<number> => (await fixture.client.get(`${DEPLOYMENTS}/web`)).body.spec.replicas;

  it('L-20: follows what the test says is used, and tells why', async () => {
    const labels = { app: 'web' };
    const containers = [{ name: 'web', image: 'web:1', resources: { requests: { cpu: '100m' } } }];
    await fixture.client.post(DEPLOYMENTS, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers } },
      },
    });
    await vi.waitFor(async () => {
      await makeReady(fixture.client, 'default', { startTime: '2026-01-01T00:00:00Z' });
      expect((await fixture.client.get(`${DEPLOYMENTS}/web`)).body.status.readyReplicas).toBe(2);
    });

    const metrics = fixture.cluster.controllers?.metrics;
    metrics?.set({ resource: 'cpu', namespace: 'default', pods: labels }, '90m');
    await fixture.client.post(AUTOSCALERS, {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'web' },
      spec: {
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
        minReplicas: 2,
        maxReplicas: 5,
        metrics: [
          { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 90 } } },
        ],
      },
    });
    await vi.waitFor(async () => {
      const { body } = await fixture.client.get(`${AUTOSCALERS}/web`);
      expect(
        body.status.conditions.map(({ type, status }: { type: string; status: string }) => `${type} ${status}`),
      ).toEqual(['AbleToScale True', 'ScalingActive True', 'ScalingLimited False']);
      expect(body.status.currentMetrics[0].resource.current).toEqual({ averageUtilization: 90, averageValue: '90m' });
    });
    expect(await replicas()).toBe(2);

    metrics?.set({ resource: 'cpu', namespace: 'default', pods: labels }, '180m');
    await vi.waitFor(async () => expect(await replicas()).toBe(4), 10_000);
    await vi.waitFor(async () => {
      const { body } = await fixture.client.get('/apis/events.k8s.io/v1/namespaces/default/events');
      expect(body.items.map(({ note }: { note: string }) => note)).toContain(
        'New size: 4; reason: cpu resource utilization (percentage of request) above target',
      );
    });
  });

  it('L-20: where it works in some namespaces only, it looks at once when what is used there changes', async () => {
    const labels = { app: 'own' };
    const containers = [{ name: 'own', image: 'own:1', resources: { requests: { cpu: '100m' } } }];
    const metadata = { name: 'own' };
    const template = { metadata: { labels }, spec: { containers } };
    await fixture.client.post(DEPLOYMENTS, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata,
      spec: { replicas: 1, selector: { matchLabels: labels }, template },
    });
    await fixture.client.post(AUTOSCALERS, {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata,
      spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'own' }, maxReplicas: 5 },
    });
    await vi.waitFor(async () => {
      await makeReady(fixture.client, 'default', { startTime: '2026-01-01T00:00:00Z' });
      expect((await fixture.client.get(`${DEPLOYMENTS}/own`)).body.status.readyReplicas).toBe(1);
    });
    const metrics = createMetricsFeed();
    const { kubeconfig } = fixture.cluster;
    const own = await startControllers({ kubeconfig, namespaces: ['default'], only: ['autoscaler'], metrics });
    onTestFinished(() => own.stop());
    // Its first look found nothing; the next by itself would be a period later.
    metrics.set({ resource: 'cpu', namespace: 'default', pods: labels }, '160m');
    await vi.waitFor(
      async () => expect((await fixture.client.get(`${DEPLOYMENTS}/own`)).body.spec.replicas).toBe(2),
      10_000,
    );
  });
});
