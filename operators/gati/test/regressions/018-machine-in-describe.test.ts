import { expect, test } from 'vitest';
import { rolloutIn } from '../../src/rollouts/index.ts';
import { decided, observationOf, writtenDown } from '../world.ts';

const RUNNING = observationOf({
  versions: [
    { id: 'v1', weight: 100, stage: 'Current' },
    { id: 'v2', weight: 0 },
  ],
});

test('G-87: a status shows where a rollout stands in a few words, and keeps plan and state as one text', () => {
  const decision = decided(RUNNING);
  const { rollout } = decision.status;
  expect(Object.values(rollout ?? {}).every((value) => typeof value === 'string')).toBe(true);
  expect(rollout).toMatchObject({ from: 'v1', to: 'v2', phase: 'Progressing', step: '10 % (step 1 of 3)' });
  expect(rolloutIn(decision.status)).toEqual(decision.rollout.stored);
});

test('G-87: what is not changed is kept in the same bytes', () => {
  let observed = RUNNING;
  let decision = decided(observed);
  while (decision.rollout.isChanged) {
    observed = writtenDown(observed, decision);
    decision = decided(observed);
  }
  // As a server gives it back: equal, and not the same object.
  const read = structuredClone(observed.handler);
  expect(decided({ ...observed, handler: read }).status.rollout).toEqual(read.status?.rollout);
});
