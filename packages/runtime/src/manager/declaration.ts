import type { AnyKind, AnyObject, CacheOptions, Cluster, ObjectOf } from '@slipway/kube';
import type { Result } from '../controller/index.ts';
import type { Predicate } from '../predicates/index.ts';
import type { Mapper, ObjectKey, Source } from '../source/index.ts';
import type { ReconcileContext } from './context.ts';
import type { ControllerSettings } from './options.ts';

/** Which objects of a kind are watched, and which of their changes count. */
export interface WatchOptions<Obj extends AnyObject> extends CacheOptions<Obj> {
  /** All must be true for a change to count. They filter triggers, never the cache. */
  readonly when?: readonly Predicate<Obj>[];
  /** The kind may be absent: its sync is not waited for. @default false */
  readonly optional?: boolean;
}

/** Another kind whose changes concern the controller's objects. */
export interface Watch {
  readonly kind: AnyKind;
  /** From an object of that kind to keys, in this cluster. */
  readonly map: (cluster: Cluster) => Mapper<AnyObject, ObjectKey>;
  readonly options: WatchOptions<AnyObject>;
}

export type ReconcileFunction<K extends AnyKind> = (
  context: ReconcileContext<K>,
) => Promise<Result | undefined | void> | Result | undefined | void;

/**
 * Says of an object that a reconcile of it, or the cleanup of its finalizer, failed. What it throws is not reported: the
 * failure goes to the queue whatever becomes of it.
 */
export type FailureFunction<K extends AnyKind> = (
  context: ReconcileContext<K>,
  error: unknown,
  during: 'reconcile' | 'cleanup',
) => Promise<unknown>;

/** Everything a controller of objects was configured with before it was started. */
export interface Declaration<K extends AnyKind> {
  readonly name: string;
  readonly kind: K;
  readonly manager: string;
  readonly primary: WatchOptions<ObjectOf<K>>;
  readonly watches: readonly Watch[];
  readonly sources: readonly Source<ObjectKey>[];
  readonly finalizer: { readonly name: string; readonly cleanup: ReconcileFunction<K> } | undefined;
  /** In place of the report of the runtime. */
  readonly failed?: FailureFunction<K>;
  readonly reconcile: ReconcileFunction<K>;
  readonly settings: ControllerSettings;
}
