import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { websiteDefinition } from '@slipway/example-children/website';
import { connect, installDefinition } from '@slipway/kube';
import { describeCluster } from '@slipway/test/clusters/suite';
import { beforeAll, expect, it } from 'vitest';
import { keepsItsOrder, staysStable, survivesCrashes } from './checks.ts';

const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');

describeCluster('example 06: testing with faults', { needs: ['objects', 'apply'] }, (testCluster) => {
  beforeAll(async () => {
    const cluster = await connect({ text: testCluster().kubeconfig });
    await installDefinition(cluster.client, websiteDefinition);
    await cluster.close();
  });

  it('F-1 O-1 O-2 O-3 R-182: example 02 ends in the same state after a crash before and after every write', async () => {
    const pace = testCluster().flavour === 'local' ? { time: 'fake' as const, withinMs: 60_000 } : { quietMs: 5_000 };
    expect(readme).toContain(`${await survivesCrashes(testCluster().kubeconfig, pace)}\n`);
  });

  it('O-2 O-6 F-5.2 R-182: example 02 is stable after lost answers and cut connections, and its caches are right', async () => {
    expect(readme).toContain(`${await staysStable(testCluster().kubeconfig)}\n`);
  });

  it('R-182: a source of one’s own is tried on the model of the queue', async () => {
    expect(readme).toContain(`${await keepsItsOrder()}\n`);
  });
});
