import { it } from 'vitest';
import { expectCalmInMemoryOf, seedsOfRun } from './storm-in-memory.ts';

const STORMS = 100;

it(
  `G-152 G-155 G-158: a handler is what people asked for last, whatever came before: ${STORMS} random storms`,
  () => expectCalmInMemoryOf(seedsOfRun(STORMS)),
  3_600_000,
);
