import { type Container, type ContainerStatus, isSidecar, type PodObject } from './pod.ts';

/** How a container ended. Times are wall milliseconds: the API keeps seconds, which is too coarse to count with. */
export interface Ended {
  readonly exitCode: number;
  readonly reason: string;
  readonly signal?: number;
  readonly message?: string;
  readonly startedAt: number;
  readonly finishedAt: number;
}

export type ContainerState =
  | { readonly is: 'waiting'; readonly reason: string; readonly message?: string }
  | { readonly is: 'running'; readonly startedAt: number }
  | ({ readonly is: 'terminated' } & Ended);

/** What was asked of a container that is to end. */
export interface Stop {
  readonly at: number;
  readonly graceMs: number;
  /** It failed a probe and starts again, rather than ending with its pod. */
  readonly isRestart: boolean;
}

/** What a kubelet knows of one container. */
export interface ContainerRecord {
  readonly name: string;
  readonly image: string;
  /** An ephemeral one came to a pod that runs: it starts once, and nothing depends on it. */
  readonly role: 'init' | 'sidecar' | 'main' | 'ephemeral';
  readonly state: ContainerState;
  readonly last?: Ended;
  readonly restartCount: number;
  readonly isStarted: boolean;
  readonly isReady: boolean;
  /** When it became this container's turn to start. */
  readonly turnAt?: number;
  /** Failed pulls of its image in a row. */
  readonly failedPulls: number;
  /** No try to start or pull before this moment. */
  readonly notBefore?: number;
  readonly stop?: Stop;
  /** The last thing a probe reported against it. */
  readonly complaint?: string;
}

/** A decision about the whole pod that its containers did not make: eviction, a passed deadline. */
export interface Verdict {
  readonly reason: string;
  readonly message: string;
}

/** What a kubelet knows of one pod: everything that its status is made of. */
export interface PodRecord {
  readonly uid: string;
  readonly acceptedAt: number;
  readonly containers: readonly ContainerRecord[];
  readonly verdict?: Verdict;
}

/**
 * The record to go on with: a new one, or for a pod that a kubelet has worked on before, the one its
 * status tells of. A kubelet may restart at any moment and continues.
 */
export function recordOf(pod: PodObject, now: number): PodRecord {
  const { status, spec, metadata } = pod;
  const role = (container: Container): ContainerRecord['role'] => (isSidecar(container) ? 'sidecar' : 'init');
  const known = new Map(
    [
      ...(status?.initContainerStatuses ?? []),
      ...(status?.containerStatuses ?? []),
      ...(status?.ephemeralContainerStatuses ?? []),
    ].map((each) => [each.name, each]),
  );
  const inits = spec?.initContainers ?? [];
  const first: ContainerState = { is: 'waiting', reason: inits.length > 0 ? 'PodInitializing' : 'ContainerCreating' };
  const record = (container: Pick<Container, 'name' | 'image'>, kind: ContainerRecord['role']): ContainerRecord => {
    const seen = known.get(container.name) as ContainerStatus | undefined;
    const last = endedOf(seen?.lastState?.terminated);
    return {
      name: container.name,
      image: container.image ?? '',
      role: kind,
      state: stateOf(seen) ?? first,
      ...(last && { last }),
      restartCount: seen?.restartCount ?? 0,
      isStarted: seen?.started ?? false,
      isReady: seen?.ready ?? false,
      failedPulls: 0,
    };
  };
  const verdict =
    status?.phase === 'Failed' && status.reason ? { reason: status.reason, message: status.message ?? '' } : undefined;
  return {
    uid: metadata.uid,
    acceptedAt: status?.startTime ? Date.parse(status.startTime) : now,
    containers: [
      ...inits.map((container) => record(container, role(container))),
      ...(spec?.containers ?? []).map((container) => record(container, 'main')),
      ...(spec?.ephemeralContainers ?? []).map((container) => record(container, 'ephemeral')),
    ],
    ...(verdict && { verdict }),
  };
}

/** The record of a pod with the containers that came to it since. */
export function withNewContainers(pod: PodObject, record: PodRecord, now: number): PodRecord {
  const known = new Set(record.containers.map(({ name }) => name));
  if ((pod.spec?.ephemeralContainers ?? []).every(({ name }) => known.has(name))) return record;
  const added = recordOf(pod, now).containers.filter(({ name }) => !known.has(name));
  return { ...record, containers: [...record.containers, ...added] };
}

function stateOf(seen: ContainerStatus | undefined): ContainerState | undefined {
  const { waiting, running, terminated } = seen?.state ?? {};
  if (running) return { is: 'running', startedAt: Date.parse(running.startedAt ?? '') };
  const ended = endedOf(terminated);
  if (ended) return { is: 'terminated', ...ended };
  if (!waiting) return undefined;
  return { is: 'waiting', reason: waiting.reason ?? '', ...(waiting.message && { message: waiting.message }) };
}

type Terminated = NonNullable<NonNullable<ContainerStatus['state']>['terminated']>;

function endedOf(terminated: Terminated | undefined): Ended | undefined {
  if (!terminated) return undefined;
  const { exitCode, reason, signal, message, startedAt, finishedAt } = terminated;
  return {
    exitCode,
    reason: reason ?? (exitCode === 0 ? 'Completed' : 'Error'),
    ...(signal !== undefined && { signal }),
    ...(message !== undefined && { message }),
    startedAt: Date.parse(startedAt ?? ''),
    finishedAt: Date.parse(finishedAt ?? ''),
  };
}
