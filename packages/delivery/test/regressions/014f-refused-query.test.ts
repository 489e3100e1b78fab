import { expect, test } from 'vitest';
import type { Gate } from '../../src/model/index.ts';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

test('a query that the server refuses for good is for a person at the first measurement, with the words of the server', () => {
  const spec = { count: 5, inconclusiveLimit: 3 };
  const metric: Gate = { name: 'errors', kind: 'metric', when: 'during', deadline: 15 * MINUTE, spec };
  const shop = new Watched(canary({ stages: [weight(10, 5, metric), weight(100, 0)] }));
  shop.pass(MINUTE);
  const message = 'the query was refused (400): parse error';
  shop.gates = { '10%/errors': [{ at: shop.now, outcome: 'Error', message, isPermanent: true }] };
  shop.look();
  expect(shop.state).toMatchObject({ phase: 'Paused', weights: { v2: 10 } });
  expect(shop.state.pausedFrom).toMatchObject({ by: 'gate errors', reason: expect.stringContaining('parse error') });
  shop.gates = {};
  shop.look({ type: 'resume' });
  expect(shop.state.phase).toBe('Verifying');
});
