import { FakeClock } from '@slipway/kube/testing';
import { expect, test } from 'vitest';
import { CONFIG_MAPS, configMap, useCluster } from './support/fixture.ts';

const clock = new FakeClock();
const fixture = useCluster(() => ({ clock }));

test('L-5: who asks for a large answer and does not take it loses the connection after a minute', async () => {
  const { client } = fixture;
  const data = { big: 'x'.repeat(900_000) };
  for (let index = 0; index < 40; index++) await client.post(CONFIG_MAPS, configMap(`big-${index}`, { data }));
  const stalled = await client.readPaused(CONFIG_MAPS);
  await clock.advance(59_000);
  expect(stalled.isOpen()).toBe(true);
  await clock.advance(1_000);
  stalled.resume();
  await clock.until(() => !stalled.isOpen());
  expect(stalled.isComplete()).toBe(false);
  expect((await client.get(CONFIG_MAPS)).body.items).toHaveLength(40);
});
