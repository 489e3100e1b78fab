import type { AnyKind } from '@slipway/kube';
import { ResourceQuota } from '@slipway/kube/kinds';
import type { ObjectKey } from '@slipway/runtime';
import type { KeySink, Source } from '@slipway/runtime/source';
import { type Environment, known } from '../environment.ts';

/** The quotas of a namespace in which something of these kinds comes, goes or changes. */
export function countedSource(environment: Environment, kinds: readonly AnyKind[]): Source<ObjectKey> {
  const { cluster } = environment;
  const start = async (sink: KeySink<ObjectKey>, signal: AbortSignal): Promise<void> => {
    const caches = kinds.map((kind) => cluster.cache(kind, environment.scope));
    const subscriptions = caches.map((cache) =>
      cache.onEvent(({ object }: { readonly object: { readonly metadata?: { readonly namespace?: string } } }) => {
        for (const { metadata } of known(environment, ResourceQuota, object.metadata?.namespace)) {
          sink.add({ cluster: cluster.name, namespace: metadata.namespace ?? '', name: metadata.name });
        }
      }),
    );
    // One listener for all of them: a signal is not made for dozens.
    signal.addEventListener(
      'abort',
      () => {
        for (const subscription of subscriptions) subscription.close();
        for (const cache of caches) void cache.release();
      },
      { once: true },
    );
    await Promise.all(caches.map((cache) => cache.waitForSync()));
  };
  let settle: { readonly resolve: () => void; readonly reject: (error: unknown) => void };
  const synced = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { synced, start: (sink, signal) => void start(sink, signal).then(() => settle.resolve(), settle.reject) };
}
