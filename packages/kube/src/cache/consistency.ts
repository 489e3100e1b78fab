import { AssertionError } from 'node:assert';
import { keyOfObject } from '@slipway/apimachinery/references';
import type { AnyObject, DeepReadonly } from '../kinds/index.ts';
import type { Logger } from '../log/index.ts';
import type { Transport } from '../transport/index.ts';
import { type Collection, describeCollection, listPages, type Slices } from '../watch/index.ts';

/** Where a cache and the server differ at one resource version; objects are named by their keys. */
export interface Inconsistency {
  readonly cluster: string;
  readonly collection: string;
  readonly resourceVersion: string;
  /** On the server alone. */
  readonly missing: readonly string[];
  /** In the cache alone. */
  readonly surplus: readonly string[];
  /** In both, but with another UID or resource version. */
  readonly different: readonly string[];
}

/** The UID and resource version of each object by its key. */
type Versions = ReadonlyMap<string, string>;

function versionOf({ metadata }: DeepReadonly<AnyObject>): string {
  return `${metadata?.uid} ${metadata?.resourceVersion}`;
}

/** Where two sets of objects differ, or nothing. */
export function difference(
  cached: Versions,
  listed: Versions,
): Pick<Inconsistency, 'missing' | 'surplus' | 'different'> | undefined {
  const missing = [...listed.keys()].filter((key) => !cached.has(key));
  const surplus = [...cached.keys()].filter((key) => !listed.has(key));
  const different = [...cached.keys()].filter((key) => listed.has(key) && listed.get(key) !== cached.get(key));
  return missing.length + surplus.length + different.length === 0 ? undefined : { missing, surplus, different };
}

export interface ConsistencyCheckOptions {
  readonly transport: Transport;
  readonly cluster: string;
  readonly collection: Collection;
  readonly pageDeadlineMs: number;
  readonly slices: Slices;
  readonly signal: AbortSignal;
}

/**
 * Lists the collection as it was at the cache's resource version and compares. `undefined` means that
 * they are equal, or that the server has forgotten that version or does not answer.
 */
export async function checkConsistency(
  cache: { readonly resourceVersion: string; readonly objects: ReadonlyMap<string, DeepReadonly<AnyObject>> },
  { cluster, collection, ...options }: ConsistencyCheckOptions,
): Promise<Inconsistency | undefined> {
  const { resourceVersion } = cache;
  const cached = new Map([...cache.objects].map(([key, object]) => [key, versionOf(object)]));
  const listed = new Map<string, string>();
  const list = await listPages({
    ...options,
    collection: { ...collection, metadataOnly: true },
    resourceVersion,
    resourceVersionMatch: 'Exact',
    whole: true,
    needsManagedFields: () => false,
    onItem: (object) => listed.set(keyOfObject(object), versionOf(object)),
  });
  const found = 'failure' in list ? undefined : difference(cached, listed);
  return found && { cluster, collection: describeCollection(collection), resourceVersion, ...found };
}

/** What is done about a difference where no callback is given: in tests the process fails, elsewhere it is logged. */
export function reportInconsistency(inconsistency: Inconsistency, logger: Logger): void {
  const { cluster, collection, resourceVersion, missing, surplus, different } = inconsistency;
  const message =
    `The cache of ${collection} in cluster ${cluster} differs from the server at resource version ${resourceVersion}: ` +
    `missing [${missing.join()}], surplus [${surplus.join()}], different [${different.join()}]`;
  logger.error({ ...inconsistency }, message);
  if (process.env['NODE_ENV'] === 'test') {
    queueMicrotask(() => {
      throw new AssertionError({ message });
    });
  }
}
