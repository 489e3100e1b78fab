import type { Instant } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { ContainerStatus, Ended, PodStatus, Seen } from '../cluster/index.ts';

/** Restarts count together when no more than this lies between them (G-124). */
export const CRASH_WINDOW_MS = 600_000;

export interface CrashLoop {
  readonly message: string;
  /** When it is over if no container restarts before. */
  readonly until: Instant;
}

/**
 * A pod that restarted `threshold` times within ten minutes, until ten minutes without a restart have passed.
 *
 * A pod tells how often it restarted and when it last did, not when it did before. A container whose last run was
 * itself shorter than the window is taken to have restarted all those times in it: one that crashes once a
 * month has run for long each time.
 */
export function crashLoopOf(pods: readonly Seen[], threshold: number, now: Instant): CrashLoop | undefined {
  const loops = containersOf(pods).flatMap(({ pod, container }) => {
    const { name, restartCount = 0, state, lastState } = container;
    const ended = state?.terminated ?? lastState?.terminated;
    if (restartCount < threshold || !ended) return [];
    const isWaiting = state?.waiting?.reason === 'CrashLoopBackOff';
    // Where no time is given, a wait for the next start is the sign that it goes on.
    const endedAt = instantOf(ended.finishedAt) ?? (isWaiting ? now : Number.NEGATIVE_INFINITY);
    const ranMs = endedAt - (instantOf(ended.startedAt) ?? endedAt);
    const until = endedAt + CRASH_WINDOW_MS;
    if (ranMs >= CRASH_WINDOW_MS || now >= until) return [];
    return [{ message: `Container ${name} of pod ${pod} restarted ${restartCount} times${causeOf(ended)}.`, until }];
  });
  return loops.toSorted((a, b) => b.until - a.until)[0];
}

/** What keeps a pod from being ready, in its own words; the first that says anything. */
export function troubleOf(pods: readonly Seen[]): string | undefined {
  for (const { pod, container } of containersOf(pods)) {
    const { reason, message } = container.state?.waiting ?? {};
    const ended = container.state?.terminated ?? container.lastState?.terminated;
    if (reason === 'CrashLoopBackOff' && ended)
      return `container ${container.name} of pod ${pod} crashes${causeOf(ended)}`;
    if (reason !== undefined && reason !== 'ContainerCreating' && reason !== 'PodInitializing')
      return `container ${container.name} of pod ${pod}: ${reason}${message === undefined ? '' : `, ${message}`}`;
  }
  for (const { metadata, status } of pods.filter(isStaying)) {
    const placed = conditionOf(((status ?? {}) as PodStatus).conditions, 'PodScheduled');
    if (placed?.status === 'False')
      return `pod ${metadata.name} has no node: ${placed.message ?? 'it is not scheduled'}`;
  }
  return undefined;
}

const isStaying = ({ metadata }: Seen): boolean => metadata.deletionTimestamp === undefined;

function containersOf(pods: readonly Seen[]): { readonly pod: string; readonly container: ContainerStatus }[] {
  return pods
    .filter(isStaying)
    .flatMap(({ metadata, status }) =>
      (((status ?? {}) as PodStatus).containerStatuses ?? []).map((container) => ({ pod: metadata.name, container })),
    );
}

function causeOf({ reason, exitCode }: Ended): string {
  if (reason === undefined && exitCode === undefined) return '';
  const code = exitCode === undefined ? '' : ` with code ${exitCode}`;
  return `; last it ended${code}${reason === undefined ? '' : ` (${reason})`}`;
}
