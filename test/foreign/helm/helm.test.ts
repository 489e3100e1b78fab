import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeNeeding } from '../needing.ts';
import { type Place, startLocalPlace } from '../places.ts';
import { playHelm, recorded, setting, WALK_TIMEOUT_MS } from './walk.ts';

await describeNeeding(['kubectl', 'helm'], 'Helm 4 on localcluster', () => {
  let place: Place;
  beforeAll(async () => {
    place = await startLocalPlace(setting);
  });
  afterAll(() => place?.stop());

  test(
    'K-1 K-61 K-65 K-66: a chart with CRDs, hooks, a webhook and a Deployment is installed, upgraded, rolled back and removed as on a real control plane',
    { timeout: WALK_TIMEOUT_MS },
    async () => expect(await playHelm('helm4', place)).toBe(recorded('helm4')),
  );
});
