import type { TestCluster } from '@slipway/test/clusters/cluster';
import { startKubeTestCluster } from '@slipway/test/clusters/kube';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { NAMESPACE } from '../../src/install/workload.ts';
import { MANAGER } from '../../src/names/index.ts';
import { expectCalmAfter } from './expect-calm.ts';

const MINUTE = 60_000;

/** What the operator and this test write: all requests of ten minutes are more than can be read at once. */
const WRITES = {
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', verbs: ['get', 'list', 'watch'] },
    { level: 'Metadata', users: [`system:serviceaccount:${NAMESPACE}:${MANAGER}`] },
    { level: 'Metadata', verbs: ['delete'], users: ['admin'], namespaces: ['default'] },
    { level: 'None' },
  ],
};

describe('a storm of ten minutes', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startKubeTestCluster({ auditPolicy: WRITES });
  });
  afterAll(() => cluster?.stop());

  it('G-152 G-155 G-158 G-203: over two replicas, one killed every 20 s, converges, leaves no orphan, and is quiet', {
    timeout: 60 * MINUTE,
  }, async () => {
    await expectCalmAfter(cluster, {
      handlers: 300,
      lastsMs: 10 * MINUTE,
      actEveryMs: 150,
      strikeEveryMs: 400,
      killEveryMs: 20_000,
      sampleInterval: '30s',
      settleMs: 15 * MINUTE,
      quietMs: MINUTE,
    });
  });
});
