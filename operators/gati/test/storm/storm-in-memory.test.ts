import { it } from 'vitest';
import { expectCalmInMemoryOf, seedsOfRun } from './storm-in-memory.ts';

/** `npm run test:long` has many more. */
const STORMS = Number(process.env['GATI_STORMS'] ?? 2);

/**
 * Seeds of storms that once did not end: the version to go back to was deleted, or never became ready, or what made way
 * for the next version could not go back.
 */
const KNOWN = [52n, 76n, 1040n, 600_164n, 600_447n, 600_579n];

it(
  `G-152 G-155 G-158: a handler is what people asked for last, whatever came before: ${STORMS} random storms`,
  () => expectCalmInMemoryOf([...KNOWN, ...seedsOfRun(STORMS)]),
  600_000 + STORMS * 10_000,
);
