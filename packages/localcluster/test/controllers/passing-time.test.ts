import { FakeClock } from '@slipway/kube/testing';
import { describe, expect, it, vi } from 'vitest';
import { useCluster } from '../support/fixture.ts';

const PODS = '/api/v1/namespaces/default/pods';
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const clock = new FakeClock();

describe('controllers on a clock that the test drives', () => {
  const fixture = useCluster(() => ({ controllers: true, clock }));
  const time = (): string => `${new Date(clock.wall()).toISOString().slice(0, 19)}Z`;
  /** Lets time pass until something is so. */
  const pass = (stepMs: number, isSo: () => Promise<void>): Promise<void> =>
    vi.waitFor(
      async () => {
        await clock.advance(stepMs);
        await isSo();
      },
      { timeout: 20_000, interval: 20 },
    );

  it('L-20 L-25: a CronJob starts its Job at the minute', async () => {
    const template = {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
    };
    await fixture.client.post('/apis/batch/v1/namespaces/default/cronjobs', {
      apiVersion: 'batch/v1',
      kind: 'CronJob',
      metadata: { name: 'cron' },
      spec: { schedule: '*/5 * * * *', jobTemplate: template },
    });
    await pass(10_000, async () => {
      const { body } = await fixture.client.get(JOBS);
      expect(body.items).toHaveLength(1);
      const scheduled = body.items[0].metadata.annotations['batch.kubernetes.io/cronjob-scheduled-timestamp'];
      expect(new Date(scheduled).getUTCMinutes() % 5).toBe(0);
    });
  });

  it('L-20 L-25: a node that falls silent is tainted, and its pods leave when they no longer tolerate it', async () => {
    await fixture.client.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1' } });
    const conditions = [{ type: 'Ready', status: 'True', lastHeartbeatTime: time(), lastTransitionTime: time() }];
    await fixture.client.merge('/api/v1/nodes/n1/status', { status: { conditions } });
    const keys = async (): Promise<string[]> => {
      const { body } = await fixture.client.get('/api/v1/nodes/n1');
      return (body.spec.taints ?? []).map(({ key, effect }: { key: string; effect: string }) => `${key}:${effect}`);
    };
    await pass(100, async () => expect(await keys()).toEqual([]));
    const containers = [{ name: 'c', image: 'i' }];
    await fixture.client.post(PODS, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'leaves' },
      spec: { nodeName: 'n1', containers, terminationGracePeriodSeconds: 0 },
    });

    await pass(2000, async () => {
      expect(await keys()).toEqual([
        'node.kubernetes.io/unreachable:NoSchedule',
        'node.kubernetes.io/unreachable:NoExecute',
      ]);
    });
    const { body } = await fixture.client.get('/api/v1/nodes/n1');
    expect(body.status.conditions[0]).toMatchObject({ type: 'Ready', status: 'Unknown', reason: 'NodeStatusUnknown' });
    expect((await fixture.client.get(`${PODS}/leaves`)).status).toBe(200);
    await pass(10_000, async () => expect((await fixture.client.get(`${PODS}/leaves`)).status).toBe(404));
  });

  it('L-20 L-25: a pod whose node is gone for good is removed, one whose node comes back is not', async () => {
    const containers = [{ name: 'c', image: 'i' }];
    const bound = (name: string, nodeName: string) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, finalizers: ['example.com/seen'] },
      spec: { nodeName, containers },
    });
    await fixture.client.post(PODS, bound('orphan', 'gone'));
    await fixture.client.post(PODS, bound('waiting', 'late'));
    await fixture.client.post('/api/v1/nodes', { apiVersion: 'v1', kind: 'Node', metadata: { name: 'late' } });
    await pass(5000, async () => {
      const { body } = await fixture.client.get(`${PODS}/orphan`);
      expect(body.metadata.deletionTimestamp).toBeDefined();
      expect(body.status).toMatchObject({
        phase: 'Failed',
        conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByPodGC' }],
      });
    });
    const { body } = await fixture.client.get(`${PODS}/waiting`);
    expect(body.metadata.deletionTimestamp).toBeUndefined();
  });
});
