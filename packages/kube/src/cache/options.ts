import type { AnyObject } from '../kinds/index.ts';
import type { Surroundings } from '../options.ts';
import type { Transport } from '../transport/index.ts';
import type { WatchTiming } from '../watch/index.ts';
import type { Inconsistency } from './consistency.ts';
import type { IndexFunction } from './content.ts';
import type { Transform } from './intake.ts';

/** Which objects of a kind a cache holds, and what of them. All parts of the scope are applied by the server. */
export interface CacheOptions<Obj extends AnyObject = AnyObject> {
  /** Absent: all namespaces. Each named one has a reflector of its own; reads see them as one. */
  readonly namespaces?: readonly string[] | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Ask the server for metadata alone: a fraction of the memory and of the traffic. @default false */
  readonly metadataOnly?: boolean | undefined;
  /** @default false: they are often half of an object. What registered managers own is kept apart */
  readonly keepManagedFields?: boolean | undefined;
  /** Applied to each object before it is kept. Consumers share a cache only if they give the same function. */
  readonly transform?: Transform<Obj> | undefined;
  /** By name; the names are this consumer's own. */
  readonly indexes?: Readonly<Record<string, IndexFunction<Obj>>> | undefined;
}

export interface CachesOptions extends Surroundings {
  readonly transport: Transport;
  /** Names the cluster in errors, logs and traces. @default the server's address */
  readonly cluster?: string;
  readonly timing?: Partial<WatchTiming>;
  /**
   * How often handlers receive all objects again, in milliseconds, ± 10 %; `Infinity` for never.
   * @default 36_000_000, ten hours
   *
   * It sends nothing to the server. It is a net under lost triggers, not a way to poll.
   */
  readonly resyncMs?: number;
  /** Freeze objects deeply, so that a write to a shared one throws. @default true unless NODE_ENV is production */
  readonly freeze?: boolean;
  /** Compare with the server after each sync and every 10 min. @default SLIPWAY_CONSISTENCY_CHECK is 1 */
  readonly checkConsistency?: boolean;
  /** Called with each difference. @default logs it, and under NODE_ENV=test throws outside of any caller */
  readonly onInconsistency?: (inconsistency: Inconsistency) => void;
}
