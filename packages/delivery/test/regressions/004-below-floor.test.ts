import { expect, test } from 'vitest';
import { canary, MINUTE, weight } from '../canary.ts';
import { Watched } from '../watched.ts';

const silent = { isNotified: true, requests: 0, streams: 0, tasks: 0, leases: 0, pinnedClients: 0, isExact: true };

/** A rollout that has succeeded; nobody uses the old version any more. */
function delivered(): Watched {
  const shop = new Watched(canary({ stages: [weight(100, 0)] }));
  shop.pass(MINUTE);
  expect(shop.state.phase).toBe('Succeeded');
  return shop;
}
function passQuietly(shop: Watched, minutes: number): void {
  for (let minute = 0; minute < minutes; minute++) {
    shop.drain = { v1: { at: shop.now, value: silent } };
    shop.pass(MINUTE);
  }
}

test.each([
  ['has fewer ready replicas than it needs', { ready: 2, wanted: 4 }],
  ['is not known to be well', null],
])('I12: while the version in service %s, the old one keeps all of its replicas', (_, seen) => {
  const shop = delivered();
  passQuietly(shop, 1);
  shop.seen['v2'] = seen;
  passQuietly(shop, 30);
  expect(shop.last?.desired.retire).toEqual([]);
  expect(shop.last?.desired.scale['v1']).toEqual({ min: 4, share: 0 });
  delete shop.seen['v2'];
  passQuietly(shop, 2);
  expect(shop.last?.desired.retire).toEqual(['v1']);
});

test('I12: a version that its own scaler made smaller is not below its floor', () => {
  const shop = delivered();
  shop.seen['v2'] = { ready: 2, wanted: 2, scaler: { min: 1, max: 10 } };
  passQuietly(shop, 30);
  expect(shop.last?.desired.retire).toEqual(['v1']);
});
