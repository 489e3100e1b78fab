import { describe, expect, it } from 'vitest';
import { FakeCluster } from './crashes/fake-world.ts';
import { expectSameEnd } from './crashes/same-end.ts';
import { STORIES } from './crashes/stories.ts';

const HOUR = 3_600_000;
/** `crashes.long.test.ts` has the writes between. */
const EVERY = 5;
const stories = STORIES.map((story, index) => ({ ...story, deaths: { first: index % EVERY, every: EVERY } }));

describe.each(stories)('$title', ({ deaths, ...story }) => {
  it('G-5 G-203 G-87: ends the same, though the operator dies after a write, and then nothing is written', async () => {
    await expectSameEnd(story, deaths);
  });

  it('G-203 G-158: ends the same when two believe that they lead', async () => {
    const states: unknown[] = [];
    for (const operators of [1, 2]) {
      const world = await FakeCluster.make({ operators });
      await story.play(world);
      await world.writesWithin(2 * HOUR);
      expect(world.witness.complaints).toEqual([]);
      expect(await world.writesWithin(HOUR)).toBe(0);
      states.push(await world.state());
    }
    expect(states[1]).toEqual(states[0]);
  });
});
