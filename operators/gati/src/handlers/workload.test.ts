import { expect, test } from 'vitest';
import { NOW, time } from '../../test/world.ts';
import { healthOf, settlesAt, type Workload } from './workload.ts';

/** One ready pod whose container restarted so often, and last so long ago. */
function restarted(restartCount: number, agoMs: number): Workload {
  const metadata = { namespace: 'shop', name: 'users', generation: 1 };
  const state = { running: { startedAt: time(NOW - agoMs) } };
  const conditions = [{ type: 'Ready', status: 'True' }];
  const status = { phase: 'Running', conditions, containerStatuses: [{ name: 'app', restartCount, state }] };
  return {
    deployment: {
      kind: 'Deployment',
      metadata,
      spec: { replicas: 1 },
      status: { observedGeneration: 1, replicas: 1, readyReplicas: 1 },
    },
    pods: [{ kind: 'Pod', metadata: { namespace: 'shop', name: 'users-0' }, spec: {}, status }],
  };
}

const settledOf = (workload: Workload): number => {
  const { ready = 0, unsettled = 0 } = healthOf(workload, { weight: 0, tags: [] }, NOW).value ?? {};
  return ready - unsettled;
};

test('G-30 G-82: a pod that is ready for a moment between two crashes is not ready for more traffic', () => {
  expect(settledOf(restarted(2, 3_000))).toBe(0);
  expect(settlesAt(restarted(2, 3_000), NOW)).toBe(NOW + 7_000);
});

test('G-82: a pod that is ready right after another restart has not lost its readiness', () => {
  expect(healthOf(restarted(3, 1_000), { weight: 10, tags: [] }, NOW).value?.ready).toBe(1);
});

test.each([
  ['has run for a while since', 5, 10_000],
  ['restarted once', 1, 0],
  ['never restarted', 0, 0],
])('G-30 G-82: one that %s is', (_, restarts, agoMs) => {
  expect(settledOf(restarted(restarts, agoMs))).toBe(1);
  expect(settlesAt(restarted(restarts, agoMs), NOW)).toBeNull();
});

test('G-82: restarts are counted over all pods that are not on their way out', () => {
  const { deployment, pods } = restarted(3, 60_000);
  const [pod] = pods;
  if (!pod) throw new Error('there is no pod');
  const ending = { ...pod, metadata: { ...pod.metadata, deletionTimestamp: time(NOW) } };
  const health = healthOf({ deployment, pods: [pod, pod, ending] }, { weight: 0, tags: [] }, NOW);
  expect(health.value?.restarts).toBe(6);
});

test('G-82: the containers of a pod that restart together count as one restart of the pod', () => {
  const { deployment, pods } = restarted(2, 60_000);
  const containerStatuses = [2, 3, 1].map((restartCount, index) => ({ name: `c${index}`, restartCount }));
  const several = pods.map((pod) => ({ ...pod, status: { ...pod.status, containerStatuses } }));
  expect(healthOf({ deployment, pods: several }, { weight: 0, tags: [] }, NOW).value?.restarts).toBe(3);
});

test.each([
  ['ImagePullBackOff', 30_000],
  ['ErrImagePull', 30_000],
  ['InvalidImageName', undefined],
])('G-86: %s is bad, and looks at it count as far apart as its tries are', (reason, retryMs) => {
  const { deployment, pods } = restarted(0, 0);
  const status = { phase: 'Pending', containerStatuses: [{ name: 'app', state: { waiting: { reason } } }] };
  const health = healthOf({ deployment, pods: pods.map((pod) => ({ ...pod, status })) }, { weight: 0, tags: [] }, NOW);
  expect(health.value?.degraded).toContain(reason);
  expect(health.value?.retryMs).toBe(retryMs);
});
