import { expect, test } from 'vitest';
import { NOW, time } from '../../test/world.ts';
import type { Seen } from '../cluster/index.ts';
import { replacedPods } from './replaced-pods.ts';
import { healthOf } from './workload.ts';

const SECOND = 1_000;

interface Sketch {
  /** How long ago it was made. */
  readonly age: number;
  readonly isReady?: boolean;
  /** How long ago it lost its readiness. */
  readonly lost?: number;
  /** How long ago it was asked to end. */
  readonly ended?: number;
  readonly evicted?: number;
  readonly phase?: string;
}

function podOf({ age, isReady = false, lost, ended, evicted, phase = 'Running' }: Sketch, index: number): Seen {
  const conditions = [
    {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      lastTransitionTime: time(NOW - (lost ?? age) * SECOND),
    },
    ...(evicted === undefined
      ? []
      : [{ type: 'DisruptionTarget', status: 'True', lastTransitionTime: time(NOW - evicted * SECOND) }]),
  ];
  return {
    kind: 'Pod',
    metadata: {
      namespace: 'shop',
      name: `users-${index}`,
      creationTimestamp: time(NOW - age * SECOND),
      ...(ended !== undefined && { deletionTimestamp: time(NOW - ended * SECOND) }),
    },
    spec: {},
    status: { phase, startTime: time(NOW - age * SECOND), conditions },
  };
}

const workload = (...pods: Sketch[]) => ({
  deployment: {
    kind: 'Deployment',
    metadata: { namespace: 'shop', name: 'users', generation: 1 },
    spec: { replicas: 2 },
    status: { observedGeneration: 1, replicas: 2, readyReplicas: pods.filter(({ isReady }) => isReady).length },
  },
  pods: pods.map(podOf),
});

const well: Sketch = { age: 600, isReady: true };

test.each<[string, number, ...Sketch[]]>([
  ['that are all ready', 0, well, well],
  ['of which one was asked to end, and nothing follows it yet', 1, well, { age: 600, ended: 1 }],
  ['of which one was evicted', 1, well, { age: 600, evicted: 2, phase: 'Failed' }],
  ['of which one was evicted long ago', 0, well, { age: 600, evicted: 90, phase: 'Failed' }],
  ['of which one has a successor on its way', 1, well, { age: 600, ended: 1 }, { age: 3 }],
  ['of which one has a successor, and is gone', 1, well, { age: 30 }],
  ['whose successor does not come', 0, well, { age: 61 }],
  ['of which a young one lost its readiness', 0, well, { age: 30, lost: 5 }],
  ['of which one is replaced while another lost its readiness', 0, { age: 600, lost: 5 }, { age: 3 }],
])('G-82: of pods %s, %i are being replaced', (_, count, ...pods) => {
  expect(replacedPods(workload(...pods).pods, 2, NOW).count).toBe(count);
  expect(healthOf(workload(...pods), { weight: 10, tags: [] }, NOW).value?.replacing ?? 0).toBe(count);
});

test('G-82: a successor that does not come is looked at again when its time is over', () => {
  expect(replacedPods(workload(well, { age: 20 }).pods, 2, NOW).until).toBe(NOW + 40 * SECOND);
  expect(replacedPods(workload(well, well).pods, 2, NOW).until).toBeNull();
});
