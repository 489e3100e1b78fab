import type { Instant, Known } from '@gati-framework/contracts/deployment';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { VersionHealth } from '@slipway/delivery/model';
import { withoutQuotedValues } from '@slipway/kube/secrecy';
import type { ContainerStatus, PodStatus, Seen, StatusCondition } from '../cluster/index.ts';
import type { RotatingPod } from '../routing/index.ts';
import { replacedPods } from './replaced-pods.ts';

interface DeploymentStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly conditions?: readonly StatusCondition[];
}

/** What runs for a version, as the cluster shows it. */
export interface Workload {
  readonly deployment: Seen | null;
  readonly pods: readonly Seen[];
}

/** Restarts after which a container that waits for its next start is in a crash loop, not in a bad moment. */
const CRASHES = 2;
/** Until it has run for so long, one that crashed so often is between two crashes: a kubelet's first wait is as long. */
const SETTLED_MS = 10_000;
/** Reasons of a waiting container that do not pass by waiting. */
const STUCK: ReadonlySet<string> = new Set([
  'ImagePullBackOff',
  'ErrImagePull',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);

/** Of these the kubelet tries to get over by itself: after 10 s, 20 s, 40 s and so on. */
const PULLED_AGAIN: ReadonlySet<string> = new Set(['ImagePullBackOff', 'ErrImagePull']);
const PULL_MS = 30_000;

export const replicasOf = ({ deployment }: Workload): number | null =>
  deployment ? ((deployment.spec as { replicas?: number }).replicas ?? 1) : null;

export const readyOf = ({ deployment }: Workload): number => statusOf(deployment).readyReplicas ?? 0;

/** Pods that exist, ready or not. */
export const podCount = ({ deployment }: Workload): number => statusOf(deployment).replicas ?? 0;

/** Pods that exist, those included that are terminating and still answer. */
export const podsLeft = (workload: Workload): number => Math.max(podCount(workload), workload.pods.length);

/** Health of a version whose weight the router confirmed; unknown while nothing of it was seen. */
export function healthOf(
  workload: Workload,
  facts: Pick<VersionHealth, 'weight' | 'scaler' | 'tags'>,
  now: Instant,
): Known<VersionHealth> {
  const { deployment } = workload;
  if (!deployment) return { unknown: 'there is no Deployment of it yet' };
  const { observedGeneration = 0 } = statusOf(deployment);
  const degraded = degradedBy(workload);
  const unsettled = Math.min(readyOf(workload), unsettledSince(workload, now).length);
  const replacing = replacedPods(workload.pods, replicasOf(workload) ?? 0, now).count;
  return {
    at: now,
    value: {
      ready: readyOf(workload),
      // Ready for a moment in a crash loop is not ready for more traffic.
      ...(unsettled > 0 && { unsettled }),
      ...(replacing > 0 && { replacing }),
      wanted: replicasOf(workload) ?? 0,
      isCurrent: observedGeneration >= (deployment.metadata.generation ?? 0),
      ...facts,
      ...degraded,
      restarts: restartsOf(workload),
      ...(crashOf(workload) !== undefined && { crashLoop: true }),
    },
  };
}

/** The pod and container that crash, in words. */
export function crashOf({ pods }: Workload): string | undefined {
  for (const { metadata, status } of pods) {
    for (const { name, restartCount = 0, state } of containersOf(status)) {
      if (state?.waiting?.reason === 'CrashLoopBackOff' && restartCount >= CRASHES)
        return `container ${name} of pod ${metadata.name} crashed ${restartCount} times`;
    }
  }
  return undefined;
}

/**
 * When time alone changes the health: a pod that crashed again and again is taken to be well, or the successor of one
 * that was ended counts as missing.
 */
export function settlesAt(workload: Workload, now: Instant): Instant | null {
  const instants = unsettledSince(workload, now).map((start) => start + SETTLED_MS);
  const { until } = replacedPods(workload.pods, replicasOf(workload) ?? 0, now);
  if (until !== null) instants.push(until);
  return instants.length === 0 ? null : Math.min(...instants);
}

/** For each ready pod that may be between two crashes, when it last started. */
function unsettledSince({ pods }: Workload, now: Instant): Instant[] {
  return pods.filter(isPodReady).flatMap(({ status }) => {
    const starts = containersOf(status).flatMap(({ restartCount = 0, state }) =>
      restartCount >= CRASHES ? [Date.parse(state?.running?.startedAt ?? '')] : [],
    );
    const last = Math.max(...starts.filter((start) => now - start < SETTLED_MS));
    return Number.isFinite(last) ? [last] : [];
  });
}

/** What is wrong and does not pass by waiting. */
function degradedBy({ deployment, pods }: Workload): Pick<VersionHealth, 'degraded' | 'retryMs'> {
  const conditions = statusOf(deployment).conditions ?? [];
  const progressing = conditionOf(conditions, 'Progressing');
  if (progressing?.status === 'False') return { degraded: progressing.message ?? progressing.reason ?? 'no progress' };
  const refused = conditions.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  // In the words of the API server, which may quote variables of the pod.
  if (refused) return { degraded: withoutQuotedValues(refused.message ?? 'pods are refused') };
  for (const { metadata, status } of pods) {
    for (const { name, state } of containersOf(status)) {
      const { reason = '', message = '' } = state?.waiting ?? {};
      if (!STUCK.has(reason)) continue;
      const degraded = `container ${name} of pod ${metadata.name}: ${reason} ${message}`.trim();
      return { degraded, ...(PULLED_AGAIN.has(reason) && { retryMs: PULL_MS }) };
    }
  }
  return {};
}

/** Of the pods that are to stay: what ends takes its count along. Containers that restart together are one restart. */
function restartsOf({ pods }: Workload): number {
  const staying = pods.filter(({ metadata }) => metadata.deletionTimestamp === undefined);
  const restarts = staying.map(({ status }) =>
    Math.max(0, ...containersOf(status).map(({ restartCount = 0 }) => restartCount)),
  );
  return restarts.reduce((sum, count) => sum + count, 0);
}

export function isPodReady({ metadata, status }: Seen): boolean {
  const { conditions = [] } = (status ?? {}) as PodStatus;
  const isReady = conditions.some((condition) => condition.type === 'Ready' && condition.status === 'True');
  return isReady && metadata.deletionTimestamp === undefined;
}

/** The pods of a version as the rotation sees them. */
export function rotatingPods(version: string, { pods }: Workload, label: string, inside: string): RotatingPod[] {
  return pods
    .filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && isRunning(status as PodStatus))
    .map((pod) => ({
      name: pod.metadata.name,
      version,
      isReady: isPodReady(pod),
      isIn: pod.metadata.labels?.[label] === inside,
    }));
}

const isRunning = (status: PodStatus | undefined): boolean =>
  status?.phase !== 'Succeeded' && status?.phase !== 'Failed';

function statusOf(deployment: Seen | null): DeploymentStatus {
  return (deployment?.status ?? {}) as DeploymentStatus;
}

function containersOf(status: unknown): readonly ContainerStatus[] {
  return ((status ?? {}) as PodStatus).containerStatuses ?? [];
}
