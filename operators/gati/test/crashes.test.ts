import { describe, expect, it } from 'vitest';
import { FakeWorld } from './crashes/fake-world.ts';
import { STORIES } from './crashes/stories.ts';

const HOUR = 3_600_000;

describe.each(STORIES)('$title', (story) => {
  it('G-5 G-203 G-87: ends the same, whichever write the operator dies after, and then nothing is written', async () => {
    const undisturbed = await FakeWorld.make();
    await story.play(undisturbed);
    expect(undisturbed.witness.complaints).toEqual([]);
    const writes = undisturbed.target.writes.length;
    await undisturbed.writesWithin(2 * HOUR);
    expect(await undisturbed.writesWithin(HOUR)).toBe(0);
    const expected = await undisturbed.state();

    for (let diesAfter = 0; diesAfter <= writes; diesAfter++) {
      const world = await FakeWorld.make({ diesAfter });
      await story.play(world);
      await world.writesWithin(2 * HOUR);
      const last = undisturbed.target.writes[diesAfter - 1];
      const told = `died after write ${diesAfter}, ${last?.verb} ${last?.kind} ${last?.name}`;
      expect(world.witness.complaints, told).toEqual([]);
      expect(await world.state(), told).toEqual(expected);
      expect(await world.writesWithin(HOUR), told).toBe(0);
    }
  });

  it('G-203 G-158: ends the same when two believe that they lead', async () => {
    const states: unknown[] = [];
    for (const operators of [1, 2]) {
      const world = await FakeWorld.make({ operators });
      await story.play(world);
      await world.writesWithin(2 * HOUR);
      expect(world.witness.complaints).toEqual([]);
      expect(await world.writesWithin(HOUR)).toBe(0);
      states.push(await world.state());
    }
    expect(states[1]).toEqual(states[0]);
  });
});
