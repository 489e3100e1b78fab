import type { PodObject } from './pod.ts';
import type { ContainerRecord, PodRecord } from './record.ts';

export type Phase = 'Pending' | 'Running' | 'Succeeded' | 'Failed';

const succeeded = ({ state }: ContainerRecord): boolean => state.is === 'terminated' && state.exitCode === 0;

/** Whether every init container has done its part. */
export function isInitialised({ containers }: PodRecord): boolean {
  return containers.every((each) => {
    if (each.role === 'sidecar') return each.isStarted || hasRun(each);
    return each.role === 'init' ? succeeded(each) : true;
  });
}

const hasRun = ({ state, last }: ContainerRecord): boolean => state.is === 'terminated' || last !== undefined;

/** The phase that the states of the containers add up to. */
export function phaseOf(pod: PodObject, record: PodRecord): Phase {
  const policy = pod.spec?.restartPolicy ?? 'Always';
  const { verdict } = record;
  const containers = record.containers.filter(({ role }) => role !== 'ephemeral');
  if (verdict) return containers.some(({ state }) => state.is === 'running') ? 'Running' : 'Failed';
  const failedInit = containers.some(
    ({ role, state }) => role === 'init' && state.is === 'terminated' && state.exitCode !== 0,
  );
  if (failedInit && policy === 'Never')
    return containers.some(({ state }) => state.is === 'running') ? 'Pending' : 'Failed';
  if (!isInitialised(record)) return 'Pending';
  const mains = containers.filter(({ role }) => role === 'main');
  if (mains.some(({ state, last }) => state.is === 'waiting' && !last)) return 'Pending';
  // Sidecars end after the others; until then the pod is not over.
  if (containers.some(({ state }) => state.is === 'running')) return 'Running';
  // A container that waits to be started again counts as stopped.
  const isOver = mains.every(({ state }) => state.is === 'terminated');
  const isDeleted = pod.metadata.deletionTimestamp !== undefined;
  if (policy === 'Always' && !isDeleted) return 'Running';
  if (!isOver) return isDeleted ? 'Failed' : 'Running';
  if (mains.every(succeeded)) return 'Succeeded';
  return policy === 'Never' || isDeleted ? 'Failed' : 'Running';
}
