import type { Clock } from '../clock/index.ts';
import type { Registry, Resource, ServedVersion } from '../resources/index.ts';
import type { Store } from '../store/index.ts';

/** What every operation works on: the state of one cluster and its sources of time and chance. */
export interface Kernel {
  readonly store: Store;
  readonly registry: Registry;
  readonly clock: Clock;
  /** In [0, 1), for generated names. */
  readonly random: () => number;
}

/** What a request is about. Without a name: the collection. */
export interface Target {
  readonly resource: Resource;
  readonly served: ServedVersion;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
  readonly subresource?: string | undefined;
}

export interface WriteOptions {
  /** Do everything but store the result. */
  readonly dryRun?: boolean;
}

/** The time as objects carry it: whole seconds. */
export function timestamp(wallMs: number): string {
  return `${new Date(wallMs).toISOString().slice(0, 19)}Z`;
}
