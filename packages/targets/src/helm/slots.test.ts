import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Slots } from './slots.ts';

describe('places for helm', () => {
  test('S-83: never more at a time than there are, and everyone gets one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }),
        async (size, lanes) => {
          const slots = new Slots(size);
          let running = 0;
          let most = 0;
          const work = async (): Promise<void> => {
            most = Math.max(most, ++running);
            await Promise.resolve();
            running -= 1;
          };
          await Promise.all(lanes.map((lane) => slots.run(lane, undefined, work)));
          expect(running).toBe(0);
          expect(most).toBeLessThanOrEqual(size);
        },
      ),
    );
  });

  test('S-83: a lane with one call does not wait for all of a lane with many', async () => {
    const slots = new Slots(1);
    const order: string[] = [];
    const enter = (lane: string): Promise<void> => slots.run(lane, undefined, async () => void order.push(lane));
    await Promise.all([enter('many'), enter('many'), enter('many'), enter('many'), enter('one')]);
    expect(order).toEqual(['many', 'many', 'one', 'many', 'many']);
  });

  test('S-83: one that stops waiting keeps no place', async () => {
    const slots = new Slots(1);
    const over = new AbortController();
    let release = (): void => undefined;
    const first = slots.run('a', undefined, () => new Promise<void>((resolve) => (release = resolve)));
    const second = slots.run('a', over.signal, async () => undefined);
    over.abort(new Error('enough'));
    await expect(second).rejects.toThrow('enough');
    const third = slots.run('a', undefined, async () => 'done');
    release();
    await first;
    expect(await third).toBe('done');
  });
});
