import { expect, it } from 'vitest';
import { expectSameEnd } from './crashes/same-end.ts';
import { STORIES } from './crashes/stories.ts';

it.each(STORIES)('G-5 G-203 G-87: $title: ends the same, whichever write the operator dies after', async (story) => {
  expect.hasAssertions();
  await expectSameEnd(story, { first: 0, every: 1 });
});
