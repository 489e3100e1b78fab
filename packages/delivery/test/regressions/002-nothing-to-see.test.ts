import { expect, test } from 'vitest';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

test('8.2: a version of which nothing was ever made goes back at its deadline, by what is seen of the others', () => {
  const shop = new Watched(canary({ stages: [{ ...weight(50, 0), progressDeadline: MINUTE }, weight(100, 0)] }));
  shop.seen['v2'] = null;
  shop.pass(2 * MINUTE);
  expect(shop.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100 } });
});

test('8.2: so does one of which nothing is left', () => {
  const shop = new Watched(canary({ stages: [weight(50, 20), weight(100, 0)] }));
  shop.pass(MINUTE);
  shop.seen['v2'] = null;
  shop.look({ type: 'rollback' });
  shop.pass(MINUTE);
  expect(shop.state).toMatchObject({ phase: 'RolledBack', weights: { v1: 100, v2: 0 } });
});
