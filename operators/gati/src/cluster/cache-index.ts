import type { AnyKind, AnyObject, Cache, Cluster, DeepReadonly } from '@slipway/kube';

/**
 * An index by which the objects of one owner are found among those of all. Own writes are not laid over what it finds: a
 * key is not worked on again before the caches have seen its writes.
 */
export interface CacheIndex<Obj = DeepReadonly<AnyObject>> {
  readonly name: string;
  readonly valuesOf: (object: Obj) => readonly string[];
}

/** Which caches have which indexes. They end with the cache. */
const indexed = new WeakMap<Cache<AnyObject>, Set<string>>();

/**
 * What the cache that holds the kind's objects of a namespace has under these values, of other namespaces too. Undefined
 * where nothing holds them.
 */
export function findByIndex<Obj>(
  cluster: Pick<Cluster, 'findCache'>,
  kind: AnyKind,
  namespace: string | undefined,
  { name, valuesOf }: CacheIndex<Obj>,
  values: readonly string[],
): Obj[] | undefined {
  const cache = cluster.findCache(kind, namespace);
  if (!cache) return undefined;
  const names = indexed.get(cache) ?? new Set();
  indexed.set(cache, names);
  if (!names.has(name)) {
    names.add(name);
    cache.addIndex(`gati ${name}`, (object) => valuesOf(object as Obj));
  }
  return [...new Set(values.flatMap((value) => cache.byIndex(`gati ${name}`, value)))] as Obj[];
}

/**
 * Whether a mapper may read the cache. What it cannot find before needs no reconcile: every object of the kind is looked
 * at once anyway, when its cache has synced.
 */
export function hasSynced(cluster: Pick<Cluster, 'findCache'>, kind: AnyKind, namespace: string | undefined): boolean {
  return cluster.findCache(kind, namespace)?.state.synced === true;
}
