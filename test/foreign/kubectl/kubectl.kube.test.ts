import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../needing.ts';
import { type Place, startKubePlace } from '../places.ts';
import { isRecording } from '../recording.ts';
import { chapters, playChapter, record, recorded, setting } from './walk.ts';

await describeNeeding(['kubectl'], 'kubectl on a real control plane with simulated nodes', () => {
  let place: Place;
  beforeAll(async () => {
    place = await startKubePlace(setting);
  });
  afterAll(() => place?.stop());

  test.each(chapters)('%s, printed as recorded', async (_title, chapter) => {
    const played = await playChapter(chapter, place);
    if (isRecording) record(chapter, played);
    expect(played).toBe(recorded(chapter));
  });
});
