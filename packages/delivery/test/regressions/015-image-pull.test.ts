import { expect, test } from 'vitest';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

const SECOND = 1_000;
const health = { name: 'health', kind: 'health', when: 'during', deadline: 10 * MINUTE } as const;
const plan = canary({ stages: [{ ...weight(100, 0), gates: [health] }] });
const stuck = { ready: 0, wanted: 4, degraded: 'ImagePullBackOff', retryMs: 30 * SECOND };

test('G-86: what is tried again by itself fails a version after three tries that were seen to fail, not before', () => {
  const shop = new Watched(plan);
  shop.seen['v2'] = stuck;
  shop.pass(45 * SECOND);
  expect(shop.state.phase).toBe('Progressing');
  delete shop.seen['v2'];
  shop.pass(2 * MINUTE);
  expect(shop.state.phase).toBe('Succeeded');
});

test('G-86: an image that is not there ends the rollout after a good minute', () => {
  const shop = new Watched(plan);
  shop.seen['v2'] = stuck;
  shop.pass(70 * SECOND);
  expect(shop.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100 } });
});
