import type { Instant } from '@gati-framework/contracts/deployment';
import { withoutQuotedValues } from '@slipway/kube/secrecy';
import type { Seen } from '../cluster/index.ts';

interface DeploymentStatus {
  readonly observedGeneration?: number;
  readonly replicas?: number;
  readonly readyReplicas?: number;
  readonly conditions?: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
    readonly message?: string;
    readonly lastUpdateTime?: string;
  }[];
}

/** How far a Deployment is, by its controller's word. */
export interface Progress {
  /** Pods that exist, and those of them that are ready. */
  readonly replicas: number;
  readonly ready: number;
  /** As many pods serve as were asked for, old ones included. */
  readonly isAvailable: boolean;
  /** All pods are of the newest template; reported for this generation or not at all. */
  readonly isComplete: boolean;
  /** Nothing has moved for longer than it may. */
  readonly isStuck: boolean;
  /** When that will be so. */
  readonly deadline: Instant | undefined;
  /** Why pods are refused, before they are made. */
  readonly refused: string | undefined;
}

const PROGRESS_DEADLINE_MS = 600_000;

/** `isFresh`: it was written just now, so whatever its controller says is of something older. */
export function progressOf(deployment: Seen | null, isFresh: boolean): Progress {
  const {
    observedGeneration = 0,
    replicas = 0,
    readyReplicas = 0,
    conditions = [],
  } = (deployment?.status ?? {}) as DeploymentStatus;
  const of = (type: string) => conditions.find((condition) => condition.type === type);
  const progressing = of('Progressing');
  const refused = of('ReplicaFailure');
  const isCurrent = deployment !== null && !isFresh && observedGeneration >= (deployment.metadata.generation ?? 0);
  const movedAt = Date.parse(progressing?.lastUpdateTime ?? '');
  return {
    replicas,
    ready: readyReplicas,
    isAvailable: of('Available')?.status === 'True',
    isComplete: isCurrent && progressing?.status === 'True' && progressing.reason === 'NewReplicaSetAvailable',
    isStuck: isCurrent && progressing?.status === 'False',
    deadline: Number.isNaN(movedAt) ? undefined : movedAt + PROGRESS_DEADLINE_MS,
    // In the words of the API server, which may quote variables of the pod.
    refused: refused?.status === 'True' && refused.message ? withoutQuotedValues(refused.message) : undefined,
  };
}
