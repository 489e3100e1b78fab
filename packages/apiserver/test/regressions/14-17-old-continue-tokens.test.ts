import { FakeClock } from '@slipway/kube/testing';
import { expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster } from '../support/fixture.ts';

const clock = new FakeClock();
const fixture = useCluster(() => ({ clock }));
const MINUTES = 60_000;

test('K-53: a list that is not read on for minutes expires once something has changed, with a token to go on by', async () => {
  const { client } = fixture;
  for (const name of ['a', 'b', 'c']) await client.post(CONFIG_MAPS, configMap(name));
  const page = async (token?: string) =>
    await client.get(`${CONFIG_MAPS}?limit=1${token === undefined ? '' : `&continue=${token}`}`);
  const first = await page();
  await clock.advance(10 * MINUTES);
  const unchanged = await page(first.body.metadata.continue);
  expect([unchanged.status, unchanged.body.metadata.resourceVersion]).toEqual([
    200,
    first.body.metadata.resourceVersion,
  ]);

  await client.post(CONFIG_MAPS, configMap('d'));
  const late = await page(first.body.metadata.continue);
  expect([late.status, late.body.reason]).toEqual([410, 'Expired']);
  // The second page belongs to the same list, and is as old.
  expect((await page(unchanged.body.metadata.continue)).status).toBe(410);
  const next = await page(late.body.metadata.continue);
  expect(next.body.items.map((one: { metadata: { name: string } }) => one.metadata.name)).toEqual(['b']);
  expect(next.body.metadata).toMatchObject({ remainingItemCount: 2 });

  await clock.advance(4 * MINUTES);
  await client.post(CONFIG_MAPS, configMap('e'));
  expect((await page(next.body.metadata.continue)).status).toBe(200);
});
