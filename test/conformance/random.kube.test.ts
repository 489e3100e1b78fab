import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Pair, startPair } from './random/pair.ts';
import { play, type Sequence, sequences } from './random/sequence.ts';

/** How many requests each server gets in all. */
const OPERATIONS = Number(process.env['CONFORMANCE_OPERATIONS'] ?? 500);
const SEED = Number(process.env['CONFORMANCE_SEED'] ?? 1);
const LENGTH = 25;

/** One request on a busy machine; a difference has to be made smaller too, which takes some hundred of them. */
const TIMEOUT_MS = 300_000 + OPERATIONS * 500;

let pair: Pair;
let namespaces = 0;

beforeAll(async () => {
  pair = await startPair();
});

afterAll(() => pair?.stop());

/** Both play it in a namespace of their own; the first answer that differs is reported with all that led to it. */
async function compare(sequence: Sequence): Promise<void> {
  const namespace = `random-${namespaces++}`;
  const [kube, local] = await Promise.all([
    play(pair.kube, sequence, namespace),
    play(pair.local, sequence, namespace),
  ]);
  for (const [index, { request, answer }] of kube.entries()) {
    const before = kube.slice(0, index).map((one) => one.request);
    expect({ before, request, answer: local[index]?.answer }).toEqual({ before, request, answer });
  }
}

describe('random requests', () => {
  test(
    `L-3 L-4 L-5 L-6 L-7 L-9 K-69 K-71 K-75: ${OPERATIONS} of them are answered as a real API server answers them`,
    () =>
      fc.assert(fc.asyncProperty(sequences(LENGTH), compare), {
        seed: SEED,
        numRuns: Math.ceil(OPERATIONS / LENGTH),
      }),
    TIMEOUT_MS,
  );
});
