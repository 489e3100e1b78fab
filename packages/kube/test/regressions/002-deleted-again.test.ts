import { type AnyObject, isKubeError } from '@slipway/kube';
import { createApplier } from '@slipway/kube/apply';
import type { LiveReader, Writer } from '@slipway/kube/client';
import type { Stored } from '@slipway/kube/kinds';
import { ConfigMap } from '@slipway/kube/kinds';
import { FakeClock } from '@slipway/kube/testing';
import { expect, it } from 'vitest';

const intent = { metadata: { namespace: 'shop', name: 'settings' }, data: { a: '1' } };

/** A server on which the object can be deleted, and an applier with a whole cache over it. */
function rig() {
  const clock = new FakeClock();
  let stored: Stored<AnyObject> | undefined;
  let creations = 0;
  const apply = async (_kind: unknown, body: AnyObject): Promise<AnyObject> => {
    creations += stored ? 0 : 1;
    stored ??= {
      ...body,
      metadata: { name: 'settings', ...body.metadata, uid: `u${creations}`, resourceVersion: String(creations) },
    };
    return stored;
  };
  const applier = createApplier({
    live: { get: async () => stored } as unknown as LiveReader,
    writer: { apply } as unknown as Writer,
    cached: () => ({ object: stored, complete: true, ownedFields: () => undefined }),
    manager: 'demo.io/settings',
    clock,
  });
  /** One apply; the answer is how long it asks to wait. */
  const reconcile = async (data = intent.data): Promise<{ waitMs: number; message: string }> => {
    try {
      await applier.apply(ConfigMap, { ...intent, data });
      return { waitMs: 0, message: '' };
    } catch (error) {
      if (!isKubeError(error, 'APPLY_LOOP')) throw error;
      return { waitMs: error.retryAfterMs ?? Number.NaN, message: error.message };
    }
  };
  const remove = (): void => void (stored = undefined);
  return { clock, reconcile, remove, creations: () => creations };
}

it('R-107: what is deleted at once after each creation is restored at growing intervals, and reported', async () => {
  const { clock, reconcile, remove, creations } = rig();
  const messages = new Set<string>();
  const waits: number[] = [];
  for (let round = 0; round < 200 && clock.now() < 60_000; round++) {
    const { waitMs, message } = await reconcile();
    remove();
    if (waitMs === 0) continue;
    waits.push(waitMs);
    messages.add(message);
    await clock.advance(waitMs);
  }
  expect(waits.slice(0, 4)).toEqual([5, 10, 20, 40]);
  expect(Math.max(...waits)).toBe(5_000);
  expect(creations()).toBeLessThan(35);
  // One text, so that a condition with it is written once.
  expect([...messages]).toEqual([expect.stringMatching(/configmaps "settings".*deleted again and again/)]);
});

it('R-107: deleted a few times a minute, an object is restored at once each time', async () => {
  const { clock, reconcile, remove } = rig();
  for (let round = 0; round < 60; round++) {
    expect((await reconcile()).waitMs).toBe(0);
    remove();
    await clock.advance(round < 30 ? 20_000 : 5_000);
  }
});

it('R-107: after a quiet minute, and with another desired state, the first re-creations are at once again', async () => {
  const { clock, reconcile, remove } = rig();
  const untilItWaits = async (data?: typeof intent.data): Promise<number> => {
    for (let made = 0; made < 100; made++) {
      if ((await reconcile(data)).waitMs > 0) return made;
      remove();
    }
    return Number.POSITIVE_INFINITY;
  };
  expect(await untilItWaits()).toBe(6);
  expect(await untilItWaits({ a: '2' })).toBe(5);
  await clock.advance(60_000);
  expect(await untilItWaits({ a: '2' })).toBe(5);
});
