import { faultSeed } from '@slipway/kube/testing';
import { expect, it } from 'vitest';
import { expectCalmInMemory } from './storm-in-memory.ts';

const STORMS = Number(process.env['GATI_STORMS'] ?? 20);

/**
 * Seeds of storms that once did not end: the version to go back to was deleted, or never became ready, or what made way
 * for the next version could not go back.
 */
const KNOWN = [52n, 76n, 1040n, 600_164n, 600_447n, 600_579n];

it(
  `G-152 G-155 G-158: a handler is what people asked for last, whatever came before: ${STORMS} random storms`,
  async () => {
    const first = faultSeed();
    console.log(`storms in memory (SLIPWAY_FAULT_SEED=${first})`);
    const failed: string[] = [];
    for (const seed of [...KNOWN, ...Array.from({ length: STORMS }, (_, index) => first + BigInt(index))])
      await expectCalmInMemory(seed).catch((error: Error) => {
        console.log(`seed ${seed}: ${error.message}`, error.cause);
        failed.push(`seed ${seed}: ${error.message}`);
      });
    expect(failed).toEqual([]);
  },
  600_000 + STORMS * 10_000,
);
