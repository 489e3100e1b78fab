import type { Clock, Cluster, Logger } from '@slipway/kube';

export type StartSchedulerOptions = (
  | {
      /** Kubeconfig (YAML) of a user who may bind pods, and read what placement depends on. */ readonly kubeconfig: string;
    }
  | { /** An open cluster, whose caches it shares; it stays the caller's to close. */ readonly cluster: Cluster }
) & {
  /** Whose pods it schedules: those with this `spec.schedulerName`. @default 'default-scheduler' */
  readonly name?: string;
  /** @default the machine's time */
  readonly clock?: Clock;
  /** In [0, 1): chooses between equally good nodes. @default Math.random */
  readonly random?: () => number;
  readonly logger?: Logger;
  /** Ends the scheduler when it fires, as `stop` does. */
  readonly signal?: AbortSignal;
};

export interface Scheduler {
  /** Takes up no more pods and waits for bindings on their way. Safe to call twice. */
  stop(): Promise<void>;
}
