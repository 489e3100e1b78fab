import { type AnyKind, type Clock, type Cluster, type ConnectOptions, realClock } from '@slipway/kube';
import type { Inconsistency } from '@slipway/kube/cache';
import { passingTime } from './passing-time.ts';

export interface ConsistencyOptions {
  /** The cluster handle of the operator under test. */
  readonly cluster: Cluster;
  /** Kinds of which it holds caches. */
  readonly kinds: readonly AnyKind[];
  /** @default all that the caches hold */
  readonly namespace?: string;
  /** How long a cache may lag behind, in milliseconds. @default 15_000 */
  readonly withinMs?: number;
  /** A `FakeClock` is moved, for any other one waits. @default the real clock */
  readonly clock?: Clock;
}

/**
 * Finds caches that differ from the server.
 *
 * **Expected flow.** `connect({ …, ...detector.options })` for the operator, then `expectConsistent` at
 * the end of the test.
 *
 * **Guarantees.** Caches are compared with the server after each sync, every 10 min, and once more in
 * `expectConsistent`; a difference that time does not heal rejects it.
 */
export class ConsistencyDetector {
  /** What was found so far. */
  readonly found: Inconsistency[] = [];

  /** Turns the detector on. */
  readonly options: Pick<ConnectOptions, 'checkConsistency' | 'onInconsistency'> = {
    checkConsistency: true,
    onInconsistency: (inconsistency) => this.found.push(inconsistency),
  };

  async expectConsistent({ withinMs = 15_000, clock = realClock, ...options }: ConsistencyOptions): Promise<void> {
    for (const { collection, missing, surplus, different } of this.found) {
      throw new Error(`The cache of ${collection} differed: ${describe(missing, surplus, different)}`);
    }
    for (const kind of options.kinds) {
      let difference: string | undefined;
      const isEqual = async (): Promise<boolean> => {
        difference = await differenceOf(kind, options);
        return difference === undefined;
      };
      if (await passingTime(clock).until(isEqual, withinMs)) continue;
      throw new Error(`The cache of ${kind.plural} differs from the server after ${withinMs} ms: ${difference}`);
    }
  }
}

async function differenceOf(
  kind: AnyKind,
  { cluster, namespace }: Pick<ConsistencyOptions, 'cluster' | 'namespace'>,
): Promise<string | undefined> {
  const listed = versions(await cluster.client.live.listMetadata(kind, namespace ? { namespace } : {}));
  const cached = versions(cluster.client.list(kind, { namespace }));
  const missing = [...listed.keys()].filter((name) => !cached.has(name));
  const surplus = [...cached.keys()].filter((name) => !listed.has(name));
  const different = [...cached.keys()].filter((name) => listed.has(name) && listed.get(name) !== cached.get(name));
  return missing.length + surplus.length + different.length === 0 ? undefined : describe(missing, surplus, different);
}

interface Versioned {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

function versions(objects: readonly Versioned[]): Map<string, string> {
  return new Map(
    objects.map(({ metadata }) => [
      `${metadata?.namespace ?? ''}/${metadata?.name}`,
      `${metadata?.uid} ${metadata?.resourceVersion}`,
    ]),
  );
}

function describe(...[missing, surplus, different]: readonly (readonly string[])[]): string {
  return `missing [${missing?.join()}], surplus [${surplus?.join()}], different [${different?.join()}]`;
}
