import { conditionOf } from '@slipway/apimachinery/conditions';
import { expect, test } from 'vitest';
import { decided, observationOf, type Sketch, time } from '../../test/world.ts';

const stable: Sketch = { id: 'v1', weight: 100, stage: 'Current' };

/** What `Released` says of the second version. */
function releasedOf(sketch: Omit<Sketch, 'id'>) {
  const { versionStatuses } = decided(observationOf({ versions: [stable, { id: 'v2', ...sketch }], target: 'v1' }));
  const { status } = versionStatuses[1] ?? {};
  return conditionOf(status?.conditions, 'Released');
}

const given = { releasedAt: time(0) };
const failed = { failedAt: time(0) };

test.each<[string, Omit<Sketch, 'id'>, object]>([
  [
    'a version that left is one that had traffic',
    { stage: 'Draining', status: { ...given, drainingSince: time(0) } },
    { status: 'True', reason: 'Released', message: expect.stringContaining('It has received traffic') as string },
  ],
  [
    'one that had some when it failed is none that was released',
    { stage: 'Failed', status: { ...given, ...failed } },
    {
      status: 'False',
      reason: 'MarkedBad',
      message: expect.stringContaining('after it had received traffic') as string,
    },
  ],
  [
    'one that failed before is distinguished from it',
    { stage: 'Failed', status: failed },
    {
      status: 'False',
      reason: 'MarkedBad',
      message: expect.stringContaining('before it received traffic') as string,
    },
  ],
])('G-85: %s', (_, sketch, condition) => {
  expect(releasedOf(sketch)).toMatchObject(condition);
});

test('G-85: whatever it is marked with, what has traffic is released', () => {
  expect(releasedOf({ weight: 30, declares: 30, stage: 'Serving', status: { ...given, ...failed } })).toMatchObject({
    status: 'True',
    message: 'It receives traffic.',
  });
});
