import { type GatiHandler, GatiHandlerKind } from '@gati-framework/operator/client';
import type { Cache, CacheOptions, DeepReadonly } from '@slipway/kube';

/** What of a cluster a watch needs. */
export interface WatchedCluster {
  cache(
    kind: typeof GatiHandlerKind,
    options: CacheOptions<GatiHandler>,
  ): Pick<Cache<GatiHandler>, 'onEvent' | 'waitForSync' | 'release'>;
}

export interface HandlerWatch {
  readonly ref: { readonly namespace: string; readonly name: string };
  /** What is shown of a handler. */
  readonly render: (handler: DeepReadonly<GatiHandler>) => Promise<string>;
  readonly write: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Shows a handler again whenever what is shown of it changes. Ends with the signal, or with the handler: then false. */
export async function watchHandler(
  cluster: WatchedCluster,
  { ref, render, write, signal }: HandlerWatch,
): Promise<boolean> {
  const cache = cluster.cache(GatiHandlerKind, {
    namespaces: [ref.namespace],
    fieldSelector: `metadata.name=${ref.name}`,
  });
  let shown = '';
  // One after the other: pages come in the order of the changes.
  let queue = Promise.resolve();
  const show = async (handler: DeepReadonly<GatiHandler>): Promise<void> => {
    const page = await render(handler);
    if (page !== shown && !signal.aborted) write(page);
    shown = page;
  };
  try {
    const isThere = await new Promise<boolean>((resolve, reject) => {
      signal.addEventListener('abort', () => resolve(true), { once: true });
      cache.onEvent((event) => {
        if (event.type === 'deleted') resolve(false);
        else queue = queue.then(() => show(event.object)).catch(reject);
      });
      cache.waitForSync({ signal }).catch((error: unknown) => {
        if (!signal.aborted) reject(error);
      });
    });
    await queue;
    return isThere;
  } finally {
    await cache.release();
  }
}
