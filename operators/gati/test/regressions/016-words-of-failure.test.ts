import { describe, expect, test } from 'vitest';
import type { Seen } from '../../src/cluster/index.ts';
import type { HandlerObservation } from '../../src/handlers/observation.ts';
import { podCause } from '../../src/handlers/pod-cause.ts';
import { conditionOf, decided, observationOf } from '../world.ts';

const pod = (status: object): Seen => ({ kind: 'Pod', metadata: { namespace: 'shop', name: 'p1' }, spec: {}, status });
const waiting = (reason: string, message?: string) => ({
  name: 'app',
  state: { waiting: { reason, ...(message !== undefined && { message }) } },
});

const CAUSES: readonly (readonly [string, object, string])[] = [
  [
    'an image',
    { containerStatuses: [waiting('ImagePullBackOff', 'Back-off pulling image "users:9"')] },
    'container app of pod p1: ImagePullBackOff: Back-off pulling image "users:9"',
  ],
  [
    'a crash',
    {
      containerStatuses: [
        {
          ...waiting('CrashLoopBackOff'),
          restartCount: 1,
          lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } },
        },
      ],
    },
    'container app of pod p1 crashed 1 times with code 137 (OOMKilled)',
  ],
  [
    'a node',
    {
      conditions: [
        { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available.' },
      ],
    },
    'pod p1 has no node: 0/3 nodes are available',
  ],
  [
    'a probe',
    { phase: 'Running', containerStatuses: [{ name: 'app', ready: false, state: { running: {} } }] },
    'pod p1 runs, and its readiness probe does not pass',
  ],
];

/** A first release whose one pod has this status. */
function firstRelease(status: object): HandlerObservation {
  const observed = observationOf({ versions: [{ id: 'v1', pods: { wanted: 1, ready: 0 } }] });
  const versions = observed.versions.map((version) => ({
    ...version,
    workload: { ...version.workload, pods: [pod(status)] },
  }));
  return { ...observed, versions, target: versions[0] };
}

describe('a first release that fails', () => {
  test.each(CAUSES)('G-164: says in Ready that %s is the cause', (_, status, cause) => {
    const ready = conditionOf(decided(firstRelease(status)).status, 'Ready');
    expect(ready?.status).toBe('False');
    expect(ready?.message).toContain(cause);
  });

  test('G-164: of several causes the one that can be acted on is reported, and a pod on its way is none', () => {
    const pods = CAUSES.toReversed().map(([, status]) => pod(status));
    expect(podCause({ deployment: null, pods })).toContain('ImagePullBackOff');
    expect(podCause({ deployment: null, pods: [pod({ containerStatuses: [waiting('ContainerCreating')] })] })).toBe(
      undefined,
    );
  });
});
