import type { AnyKind, Clock, Cluster, Logger } from '@slipway/kube';
import type { LogLevel } from '@slipway/kube/log';
import type { ElectorOptions } from '../election/index.ts';
import type { BindAddress } from '../health/index.ts';

export interface ManagerOptions {
  /** The own cluster: where the lease and the process's health belong. */
  readonly cluster: Cluster;
  /** Further clusters to work on; more can be added while it runs. */
  readonly clusters?: readonly Cluster[];
  /**
   * Work only while this process leads; replicas then stand by with warm caches. The name is that of
   * the Lease, the same in all replicas.
   * @default no election: only one process may run
   */
  readonly leaderElection?: Pick<ElectorOptions, 'name'> &
    Partial<ElectorOptions> & {
      /** What follows a lost lease: a new process, or a new candidacy after all work has ended. @default 'exit' */
      readonly onLoss?: 'exit' | 'standby';
    };
  /** Where Prometheus metrics are served. @default { address: ':8080' }; false for nowhere */
  readonly metrics?: { readonly address: BindAddress } | false;
  /** Where `/healthz` and `/readyz` are served. @default { address: ':8081' }; false for nowhere */
  readonly health?: { readonly address: BindAddress } | false;
  /**
   * Kinds that may be installed on the own cluster after this process was started. Until they are, the start waits
   * without limit, names them in the log, and `/readyz` fails by the check `kinds`.
   * @default none: a kind that is absent fails the start when `syncTimeoutMs` is over
   */
  readonly awaitKinds?: readonly AnyKind[];
  /** How long the caches of the own cluster may take to sync, in milliseconds. @default 120_000 */
  readonly syncTimeoutMs?: number;
  /**
   * Parts of the time that a stop may take, in milliseconds: for work to finish, to end once its
   * signals fired, and for the rest.
   * @default 15_000, 5_000 and 5_000: below the 30 s that Kubernetes waits before it kills
   */
  readonly shutdown?: { readonly finishMs?: number; readonly abortMs?: number; readonly restMs?: number };
  /** This process among its replicas, in events. @default the host's name */
  readonly instance?: string;
  /** @default the cluster's, where it was given one; else lines to standard error, as JSON unless that is a terminal */
  readonly logger?: Logger;
  /** The least level that the logger to standard error writes. @default LOG_LEVEL of the environment, else 'info' */
  readonly logLevel?: LogLevel;
  /** @default the cluster's */
  readonly clock?: Clock;
  /** @default Math.random */
  readonly random?: () => number;
  /** Settings of every controller, unless its own say otherwise. @default none */
  readonly controllers?: ControllerSettings;
  /** How the process ends when a lease is lost or a shutdown takes too long. @default process.exit */
  readonly exit?: (code: number) => void;
}

/** Limits and habits of one controller. */
export interface ControllerSettings {
  /**
   * Owns the fields that the controller applies, and as `<name>-status` those of its status: the same in all pods and
   * versions. @default the group of its kind, a slash and its name
   */
  readonly fieldManager?: string;
  /** Most reconciles at a time, of different objects. @default 1 */
  readonly maxConcurrent?: number;
  /** Time limit of one reconcile, in milliseconds. @default 120_000 */
  readonly timeoutMs?: number;
  /** Time a reconcile may take to end after its signal fired, in milliseconds. @default 10_000 */
  readonly graceMs?: number;
  /** Work only while this process leads. @default true where the manager has an election */
  readonly elected?: boolean;
  /**
   * Report a failed reconcile as `Ready=False` with the error's code, as `<manager>-report`, which owns nothing but that
   * condition; the next success takes it back. The failure is also recorded as a Warning Event.
   * @default true. Turn it off for kinds without conditions in their status, and where another writer says again all
   * conditions that it reads: it would say the report again, too.
   */
  readonly reportFailures?: boolean;
}
