import { describeCluster } from '@slipway/test/clusters/suite';
import { it } from 'vitest';
import { expectCalmAfter } from './expect-calm.ts';

describeCluster('a short storm', { needs: ['objects', 'apply', 'schema', 'rbac', 'controllers'] }, (cluster) => {
  it('G-152 G-155 G-158 G-203: over two replicas, one killed, converges, leaves no orphan, and is quiet', async () => {
    await expectCalmAfter(cluster(), {
      handlers: 10,
      lastsMs: 12_000,
      actEveryMs: 250,
      strikeEveryMs: 350,
      killEveryMs: 5_000,
      sampleInterval: '5s',
      settleMs: 400_000,
      quietMs: 5_000,
    });
  });
});
