import { type AnyKind, type Cache, type Cluster, isKubeError } from '@slipway/kube';

export interface ArrivalOptions {
  readonly cluster: Cluster;
  /** APIs that the cluster may lack. */
  readonly kinds: readonly AnyKind[];
  readonly scope: { readonly namespaces?: readonly string[] };
  /** One of them is served now that was not before. */
  readonly onArrival: () => void;
}

/** How long one wait lasts; what is absent may be so for years. */
const WAIT_MS = 24 * 3_600_000;

/**
 * Tells when an API that was absent is there (G-179): its first object may be the one that nobody makes before he was
 * reported. The result ends it.
 */
export function watchArrivals({ cluster, kinds, scope, onArrival }: ArrivalOptions): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const watching = kinds.map(async (kind) => {
    const cache = cluster.cache(kind, scope);
    const wasServed = cache.state.synced;
    if (!wasServed && (await isServed(cache, signal))) onArrival();
    await cache.release();
  });
  return async () => {
    ending.abort();
    await Promise.all(watching);
  };
}

async function isServed(cache: Pick<Cache<never>, 'waitForSync'>, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await cache.waitForSync({ signal, timeoutMs: WAIT_MS });
      return true;
    } catch (error) {
      if (!signal.aborted && !isKubeError(error, 'CACHE_SYNC_TIMEOUT')) throw error;
    }
  }
  return false;
}
