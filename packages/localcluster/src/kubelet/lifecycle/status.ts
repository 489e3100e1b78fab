import { createHash } from 'node:crypto';
import { timestamp } from '@slipway/apimachinery/clock';
import { podConditions } from './conditions.ts';
import { phaseOf } from './phase.ts';
import type { ContainerStatus, PodCondition, PodObject, PodStatus } from './pod.ts';
import { qualityOfService } from './quality.ts';
import type { ContainerRecord, Ended, PodRecord } from './record.ts';

/** Where a pod is reached, and on which machine it is. */
export interface Addresses {
  readonly podIP: string;
  readonly hostIP: string;
}

/** The status that a kubelet writes for what it knows of a pod. `before` is the one it wrote last. */
export function podStatus(
  pod: PodObject,
  record: PodRecord,
  { podIP, hostIP }: Addresses,
  before: PodStatus | undefined,
  now: number,
): PodStatus {
  const phase = phaseOf(pod, record);
  const conditions = podConditions(pod, record, phase, knownConditions(pod, before), now);
  const of = (...roles: ContainerRecord['role'][]): ContainerStatus[] =>
    record.containers
      .filter(({ role }) => roles.includes(role))
      .map((container) => containerStatus(record.uid, container));
  const inits = of('init', 'sidecar');
  const ephemeral = of('ephemeral');
  const { generation } = pod.metadata;
  return {
    ...(generation !== undefined && { observedGeneration: generation }),
    phase,
    ...(record.verdict && { reason: record.verdict.reason, message: record.verdict.message }),
    conditions,
    hostIP,
    hostIPs: [{ ip: hostIP }],
    podIP,
    podIPs: [{ ip: podIP }],
    startTime: timestamp(record.acceptedAt),
    ...(inits.length > 0 && { initContainerStatuses: inits }),
    containerStatuses: of('main'),
    ...(ephemeral.length > 0 && { ephemeralContainerStatuses: ephemeral }),
    qosClass: pod.status?.qosClass ?? qualityOfService(pod),
  };
}

/** The own conditions as last written, the others as last seen. */
function knownConditions(pod: PodObject, before: PodStatus | undefined): readonly PodCondition[] {
  const own = before?.conditions ?? [];
  const seen = (pod.status?.conditions ?? []) as readonly PodCondition[];
  return [...own, ...seen.filter(({ type }) => !own.some((each) => each.type === type))];
}

function containerStatus(uid: string, container: ContainerRecord): ContainerStatus {
  const { name, image, role, state, last, restartCount, isReady, isStarted } = container;
  const isRun = state.is !== 'waiting' || last !== undefined;
  const attempt = state.is === 'running' ? restartCount : Math.max(0, restartCount);
  const id = (which: number): string => `containerd://${digest(`${uid}/${name}/${which}`)}`;
  const ended = (end: Ended, which: number): object => ({
    exitCode: end.exitCode,
    reason: end.reason,
    ...(end.signal !== undefined && { signal: end.signal }),
    ...(end.message !== undefined && { message: end.message }),
    startedAt: timestamp(end.startedAt),
    finishedAt: timestamp(end.finishedAt),
    containerID: id(which),
  });
  // An init container is ready once it has succeeded.
  const ready = role === 'init' ? state.is === 'terminated' && state.exitCode === 0 : isReady;
  return {
    name,
    state:
      state.is === 'waiting'
        ? { waiting: { reason: state.reason, ...(state.message !== undefined && { message: state.message }) } }
        : state.is === 'running'
          ? { running: { startedAt: timestamp(state.startedAt) } }
          : { terminated: ended(state, attempt) },
    lastState: last ? { terminated: ended(last, state.is === 'waiting' ? restartCount : restartCount - 1) } : {},
    ready,
    restartCount,
    image,
    imageID: isRun ? `${image.split(/[:@]/)[0]}@sha256:${digest(image)}` : '',
    ...(isRun && { containerID: id(attempt) }),
    started: isStarted,
  } as ContainerStatus;
}

/** Ids that look like those of a container runtime and are the same for the same thing. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
