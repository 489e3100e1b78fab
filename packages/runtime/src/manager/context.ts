import type { AnyKind, AnyObject, Client, Clock, Cluster, DeepReadonly, Logger, ObjectOf } from '@slipway/kube';
import type { ApplyCallOptions, Intent } from '@slipway/kube/apply';
import type { Stored } from '@slipway/kube/kinds';
import type { CacheView } from '../consistency/index.ts';
import type { EventInput } from '../events/index.ts';
import type { ObjectKey } from '../source/index.ts';
import type { StatusOf } from '../status/index.ts';
import type { Status, StatusFields } from './status-writer.ts';

/** What a reconcile of one object has at hand. */
export interface ReconcileContext<K extends AnyKind> {
  readonly key: ObjectKey;
  /** As the cache and the own writes show it; undefined when it is gone, which is no error. */
  readonly object: Stored<DeepReadonly<ObjectOf<K>>> | undefined;
  /**
   * Applies what the object should own: the owner reference is added, nothing is sent when the server
   * already has it. With `owner: false` the child belongs to nobody and needs an `ownerLabel`.
   */
  readonly apply: <C extends AnyKind>(
    kind: C,
    intent: Intent<C>,
    options?: Omit<ApplyCallOptions, 'owner' | 'signal'> & { readonly owner?: false },
  ) => Promise<DeepReadonly<ObjectOf<C>>>;
  readonly status: Status<StatusFields<K>>;
  /** The status of an object, this one or another, to be written now and as a whole instead of after the reconcile. */
  readonly statusOf: <C extends AnyKind>(kind: C, object: DeepReadonly<ObjectOf<C>>) => StatusOf;
  /** Tells something on the object, or on another one that it concerns, for `kubectl describe`. */
  readonly event: (
    event: EventInput,
    on?: { readonly kind: AnyKind; readonly object: DeepReadonly<AnyObject> },
  ) => void;
  /** Reads from caches with the own writes laid over, writes to the server; `client.live` reads the server. */
  readonly client: Client;
  /** A kind that this controller watches. */
  readonly cache: <C extends AnyKind>(kind: C) => CacheView<ObjectOf<C>>;
  readonly cluster: Cluster;
  /** Fires at the time limit and at shutdown; pass it to whatever waits. */
  readonly signal: AbortSignal;
  readonly reconcileID: string;
  readonly log: Logger;
  readonly clock: Clock;
}
