import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RealServer } from '../real-server.ts';
import { runCrdBatch } from './crd-batch.ts';
import { Tally } from './oracle.ts';
import { runSchemaBatch } from './schema-batch.ts';

/**
 * A long run: `ORACLE_PAIRS=10000 ORACLE_SEED=7 npm run test:kube -- packages/crd/test/oracle`. The same
 * seed makes the same pairs again.
 */
const PAIRS = Number(process.env['ORACLE_PAIRS'] ?? 400);
const SEED = Number(process.env['ORACLE_SEED'] ?? 1);
const BATCHES = Math.ceil(PAIRS / 40);
const AT_ONCE = 2;

describeCluster('the compatibility checker beside a real API server', {}, (cluster) => {
  let server: RealServer;
  beforeAll(() => {
    server = new RealServer(cluster().kubeconfig);
  });
  afterAll(() => server.close());

  it(`schemas (seed ${SEED})`, { timeout: 60_000 + PAIRS * 500 }, async () => {
    const tally = new Tally();
    const seeds = Array.from({ length: BATCHES }, (_, index) => SEED * 100_000 + index);
    const work = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        await runSchemaBatch(server, seed, tally).catch((error: Error) => tally.differ(`batch ${seed}`, error.message));
        await runCrdBatch(server, seed, tally).catch((error: Error) => tally.differ(`batch ${seed}`, error.message));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    console.log(
      [...tally.counts].map(([what, count]) => `${count} ${what}`).join(', '),
      [...tally.rules].sort().join(' '),
    );
    expect(tally.differences.join('\n\n')).toBe('');
  });
});
