import type { Clock, Logger } from '@slipway/kube';
import type { RuntimeError } from '../errors.ts';
import type { ElectionTiming } from './timing.ts';

/** Observes what an elector does, for metrics. Calls are synchronous and must not throw. */
export interface ElectionObserver {
  /** `leader_election_master_status` */
  leading?(isLeading: boolean): void;
  /** `leader_election_slowpath_total`: a renewal by update failed and the Lease was read again. */
  slowPath?(): void;
}

export interface ElectorOptions extends Partial<ElectionTiming> {
  /** Name of the Lease: the same for all replicas of an operator, and for nothing else. */
  readonly name: string;
  /** @default the namespace of the pod; outside of a pod `fallbackNamespace` */
  readonly namespace?: string;
  /** Where the Lease is outside of a pod. @default none; a manager gives the namespace of the kubeconfig's context */
  readonly fallbackNamespace?: string;
  /**
   * What stands in the Lease. Unique to this elector: two of one name both lead.
   * @default hostname_uuid
   */
  readonly identity?: string;
  /** Annotations of the Lease while this process holds it: what other installations should know of it. @default none */
  readonly annotations?: Readonly<Record<string, string>>;
  /**
   * Called once when leadership is lost, after `tenure` has ended. Work that is still in progress must
   * be aborted and the process end, or stand again with a new elector once all work has ended.
   */
  readonly onLost?: (error: RuntimeError) => void;
  readonly observer?: ElectionObserver;
  /** @default realClock */
  readonly clock?: Clock;
  /** Uniform in [0, 1). @default Math.random */
  readonly random?: () => number;
  /** @default silentLogger */
  readonly logger?: Logger;
  /** Where a pod finds its namespace. @default '/var/run/secrets/kubernetes.io/serviceaccount' */
  readonly serviceAccountFolder?: string;
}
