import { expect } from 'vitest';
import { FakeCluster } from './fake-world.ts';
import type { Story } from './stories.ts';

const HOUR = 3_600_000;

/** Which of a story's writes the operator dies after; 0 is before the first. */
export interface Deaths {
  readonly first: number;
  readonly every: number;
}

/** The story ends the same, whichever of these writes the operator dies after, and then nothing is written. */
export async function expectSameEnd(story: Story, { first, every }: Deaths): Promise<void> {
  const undisturbed = await FakeCluster.make();
  await story.play(undisturbed);
  expect(undisturbed.witness.complaints).toEqual([]);
  const writes = undisturbed.target.writes.length;
  await undisturbed.writesWithin(2 * HOUR);
  expect(await undisturbed.writesWithin(HOUR)).toBe(0);
  const expected = await undisturbed.state();

  for (let diesAfter = first; diesAfter <= writes; diesAfter += every) {
    const world = await FakeCluster.make({ diesAfter });
    await story.play(world);
    await world.writesWithin(2 * HOUR);
    const last = undisturbed.target.writes[diesAfter - 1];
    const death = `died after write ${diesAfter}, ${last?.verb} ${last?.kind} ${last?.name}`;
    expect(world.witness.complaints, death).toEqual([]);
    expect(await world.state(), death).toEqual(expected);
    expect(await world.writesWithin(HOUR), death).toBe(0);
  }
}
