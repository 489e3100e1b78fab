import { describeCluster } from '@slipway/test/clusters/suite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { JsonObject } from '../../src/schema/index.ts';
import { crdOf } from '../random-schema.ts';
import { RealServer } from '../real-server.ts';
import { runCrdBatch } from './crd-batch.ts';
import { CRDS, judge, nameOf, PAIRS_PER_BATCH, Tally, update } from './oracle.ts';
import { runSchemaBatch } from './schema-batch.ts';

/**
 * Pairs of a CRD and a change, judged here and by a real API server. For a long run
 * `ORACLE_PAIRS=10000 ORACLE_SEED=7 npm run test:kube -- packages/crd/test/oracle`; the same seed makes the
 * same pairs again, and what differs is printed with its batch, which `ORACLE_BATCH` runs alone.
 */
const PAIRS = Number(process.env['ORACLE_PAIRS'] ?? 240);
const SEED = Number(process.env['ORACLE_SEED'] ?? 1);
const BATCH = process.env['ORACLE_BATCH'];
const BATCHES = Math.ceil(PAIRS / 2 / PAIRS_PER_BATCH);
const AT_ONCE = 2;
const TIMEOUT_MS = 120_000 + PAIRS * 500;

/** Batches of all seeds, without overlap up to a million pairs each. */
const batchSeeds = (): number[] =>
  BATCH === undefined ? Array.from({ length: BATCHES }, (_, index) => SEED * 100_000 + index) : [Number(BATCH)];

/** A few batches at a time: one waits for the server to take up a CRD while another asks it. */
async function run(batch: (seed: number, tally: Tally) => Promise<void>): Promise<Tally> {
  const tally = new Tally();
  const seeds = batchSeeds();
  const work = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const own = new Tally();
      await batch(seed, own).catch((error: Error) => own.differ(error.stack ?? error.message));
      tally.add(own, `batch ${seed}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return tally;
}

describeCluster('the compatibility checker beside a real API server', {}, (cluster) => {
  let server: RealServer;
  beforeAll(() => {
    server = new RealServer(cluster().kubeconfig);
  });
  const total = new Tally();
  afterAll(() => {
    console.log(`seed ${SEED}: ${total.summary()}`);
    server.close();
  });

  it(`CRD-18: changed schemas are refused, read and written alike (seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const tally = await run((seed, own) => runSchemaBatch(server, seed, own));
    total.add(tally, '');
    expect(tally.differences.join('\n\n')).toBe('');
  });

  it(`CRD-18: changed versions, names and all else of a CRD are refused alike (seed ${SEED})`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    const tally = await run((seed, own) => runCrdBatch(server, seed, own));
    total.add(tally, '');
    expect(tally.differences.join('\n\n')).toBe('');
  });

  it('CRD-S24: a CRD that etcd does not take is refused, a smaller one is not', async () => {
    const sized = (bytes: number): JsonObject =>
      crdOf('large', { spec: { type: 'object', description: 'x'.repeat(bytes) } });
    await server.install(sized(0));
    const { body: live } = await server.send('GET', `${CRDS}/${nameOf(sized(0))}`);
    const outcomes: string[] = [];
    // Only a write that is done reaches etcd.
    for (const bytes of [1.2 * 2 ** 20, 1.6 * 2 ** 20]) {
      const { status } = await update(server, live, sized(bytes), '');
      outcomes.push(`${judge(live, sized(bytes))?.verdict} ${status < 300 ? 'accepted' : 'refused'}`);
    }
    await server.remove(nameOf(live));
    expect(outcomes).toEqual(['REVIEW accepted', 'REJECT refused']);
  });
});
