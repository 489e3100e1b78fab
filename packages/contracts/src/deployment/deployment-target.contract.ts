import type { Known } from './known.ts';
import type { Ref } from './ref.ts';

/** An object as targets and stores exchange it. Any kind, custom resources included. */
export interface DeploymentResource {
  /** Where it is missing, the target finds it: known kinds first, then the cluster's discovery. */
  apiVersion?: string;
  kind: string;
  metadata: {
    name: string;
    namespace: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
    uid?: string;
    resourceVersion?: string;
    generation?: number;
    ownerReferences?: OwnerReference[];
    finalizers?: string[];
    /** RFC 3339; set while the object waits for its finalizers. */
    deletionTimestamp?: string;
  };
  /** Kinds without a spec (ConfigMap, Secret) carry `{}`. Untyped, because every kind has its own. */
  // oxlint-disable-next-line typescript/no-explicit-any
  spec: any;
  // oxlint-disable-next-line typescript/no-explicit-any
  status?: any;
  /** The content of a ConfigMap. */
  data?: Record<string, string>;
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

export type WatchEventType = 'ADDED' | 'MODIFIED' | 'DELETED';

export interface WatchEvent {
  type: WatchEventType;
  resource: DeploymentResource;
}

/** An error or rejection of the callback is logged by the target and harms neither it nor others. */
export type WatchCallback = (event: WatchEvent) => void | Promise<void>;

export interface WatchOptions {
  /** Ends the watch when it fires. */
  signal?: AbortSignal;
  /** Only objects that carry all of these labels; one that loses them is seen as DELETED. */
  labels?: Record<string, string>;
}

export interface WatchHandle {
  /** Resolves when no further callback will come. */
  stop(): Promise<void>;
  /** Resolves when every object that existed at the start was handed to the callback. */
  synced: Promise<void>;
}

/** Everything that one owner wants deployed. What was applied for it earlier and is not in it goes. */
export interface ResourceSet {
  readonly owner: Ref;
  /** In the order of application; removal goes the other way. */
  readonly resources: readonly DeploymentResource[];
}

export interface ApplyReport {
  /** What the target calls this state: a Helm revision, a commit. */
  readonly revision?: string;
  readonly results: readonly {
    readonly ref: Ref;
    readonly outcome: 'created' | 'updated' | 'unchanged' | 'deleted' | 'failed';
    /** What other field managers have set in the pod template of the object beside what was applied. */
    readonly foreign?: readonly { readonly manager: string; readonly fields: readonly string[] }[];
    /** Only of a failed one: a stable code, what happened in words, and when to try again where that is known. */
    readonly error?: { readonly code: string; readonly message: string; readonly retryAfterMs?: number };
  }[];
}

/** What the tool behind a target says of the state it was given. */
export interface TargetStatus {
  readonly revision: string;
  readonly sync: 'Synced' | 'OutOfSync' | 'Progressing';
  readonly health: 'Healthy' | 'Degraded' | 'Progressing' | 'Missing';
  readonly message?: string;
}

/**
 * Where manifests go: a cluster, a Helm release, a Git repository.
 *
 * The first five methods are all that a target needs. It accepts any kind; one that it cannot place
 * is refused before anything is sent. The optional methods are used where they exist.
 */
export interface IDeploymentTarget {
  /**
   * Creates or updates. Idempotent: the same resource again writes nothing. A failed read is never
   * taken for absence.
   */
  apply(resource: DeploymentResource): Promise<void>;

  /**
   * Removes; of what is gone already: succeeds. With `uid`, an object of that name with another uid
   * is left alone.
   */
  delete(kind: string, namespace: string, name: string, options?: { uid?: string }): Promise<void>;

  /** The object, or null when it certainly does not exist (404). Every other failure rejects. */
  get(kind: string, namespace: string, name: string): Promise<DeploymentResource | null>;

  /** All objects of a kind that carry all of `labels`; namespace `''` means all namespaces. */
  list(kind: string, namespace: string, labels?: Record<string, string>): Promise<DeploymentResource[]>;

  /**
   * The objects that exist, as ADDED, then every change: across disconnects, without gaps and
   * without repeating a version, until `stop()`, the signal, or the end of the process. Namespace
   * `''` means all.
   */
  watch(
    kind: string,
    namespace: string,
    callback: WatchCallback,
    options?: WatchOptions,
    // A target that cannot be stopped resolves with nothing, as the first form of the contract did.
    // oxlint-disable-next-line typescript/no-invalid-void-type
  ): Promise<void | WatchHandle>;

  /** Applies a whole set as one change (one release, one commit) and removes what left it. */
  applySet?(set: ResourceSet): Promise<ApplyReport>;

  /** Writes `resource.status` and nothing else. */
  applyStatus?(resource: DeploymentResource): Promise<void>;

  /** Whether what was applied for `owner` has arrived; unknown where the tool behind cannot tell. */
  syncStatus?(owner: Ref): Promise<Known<TargetStatus>>;
}
