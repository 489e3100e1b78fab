import { expect, test } from 'vitest';
import { conditionOf, decided, NOW, observationOf } from '../world.ts';

test('G-118: pods that wait for their window to go are reported with the time, and so is the handler', () => {
  const observed = observationOf({
    versions: [{ id: 'v1', weight: 100, stage: 'Current', pods: { wanted: 4 } }],
    spec: { replicas: 2 },
  });
  const { status, versionStatuses } = decided(observed);
  const reported = {
    status: 'True',
    reason: 'ScaleDownWaits',
    message: expect.stringContaining(
      `It has 4 pods and needs 2: those too many go at ${new Date(NOW + 300_000).toISOString().slice(0, 19)}Z`,
    ),
  };
  expect(conditionOf(status, 'Scaled')).toMatchObject(reported);
  expect(conditionOf(versionStatuses[0]?.status, 'Scaled')).toMatchObject(reported);
});
