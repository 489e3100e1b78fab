import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { describeNeeding } from '../needing.ts';
import { type Place, startKubePlace, startLocalPlace } from '../places.ts';
import { isRecording } from '../recording.ts';
import { playHelm, record, recorded, setting, TOOLS, WALK_TIMEOUT_MS } from './walk.ts';

for (const helm of ['helm4', 'helm3'] as const) {
  await describeNeeding(['kubectl', TOOLS[helm]], helm, () => {
    let kube: Place;
    beforeAll(async () => {
      kube = await startKubePlace(setting);
    });
    afterAll(() => kube?.stop());

    test('L-22: what was recorded is what it prints on a real control plane with simulated nodes', {
      timeout: WALK_TIMEOUT_MS,
    }, async () => {
      const played = await playHelm(helm, kube);
      if (isRecording) record(helm, played);
      expect(played).toBe(recorded(helm));
    });

    if (helm === 'helm4') return; // helm.test.ts has it on localcluster.
    test('K-1 K-65 K-66: it prints the same on localcluster', { timeout: WALK_TIMEOUT_MS }, async () => {
      const local = await startLocalPlace(setting);
      onTestFinished(() => local.stop());
      expect(await playHelm(helm, local)).toBe(recorded(helm));
    });
  });
}
