import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Place, startKubePlace, startLocalPlace } from '../places.ts';
import { isRecording } from '../recording.ts';
import { playHelm, record, recorded, setting, WALK_TIMEOUT_MS } from './walk.ts';

describe('Helm', () => {
  let kube: Place;
  let local: Place;
  beforeAll(async () => {
    [kube, local] = await Promise.all([startKubePlace(setting), startLocalPlace(setting)]);
  }, 150_000);
  afterAll(async () => {
    await Promise.all([kube?.stop(), local?.stop()]);
  });

  test.each(['helm4', 'helm3'] as const)(
    'L-22: what was recorded is what %s prints on a real control plane with simulated nodes',
    { timeout: WALK_TIMEOUT_MS },
    async (helm) => {
      const played = await playHelm(helm, kube);
      if (isRecording) record(helm, played);
      expect(played).toBe(recorded(helm));
    },
  );

  test(
    'K-1 K-65 K-66: Helm 3 does on localcluster what it does on a real control plane',
    {
      timeout: WALK_TIMEOUT_MS,
    },
    async () => expect(await playHelm('helm3', local)).toBe(recorded('helm3')),
  );
});
