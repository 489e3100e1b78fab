import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../needing.ts';
import { type Place, startLocalPlace } from '../places.ts';
import { chapters, playChapter, recorded, setting } from './walk.ts';

/** A chapter is up to a hundred processes, on a machine that may be busy. */
const CHAPTER_TIMEOUT_MS = 600_000;

await describeNeeding(['kubectl'], 'kubectl on localcluster', () => {
  let place: Place;
  beforeAll(async () => {
    place = await startLocalPlace(setting);
  });
  afterAll(() => place?.stop());

  test.each(chapters)(
    '%s, printed as on a real control plane',
    { timeout: CHAPTER_TIMEOUT_MS },
    async (_title, chapter) => {
      expect(await playChapter(chapter, place)).toBe(recorded(chapter));
    },
  );
});
