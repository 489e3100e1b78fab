import type { AnyKind, AnyObject, Cache } from '@slipway/kube';
import { type CacheEventHandler, Caches } from '@slipway/kube/cache';
import { ConfigMap } from '@slipway/kube/kinds';
import { onTestFinished } from 'vitest';
import { type Asked, asked, type Rig, serverVersions, versions } from './rig.ts';

/** A cache of one collection behind the rig's proxy. */
export interface Mirror {
  readonly cache: Cache<AnyObject>;
  /** What it holds; nothing before the first sync. */
  versions(): Record<string, string>;
  /** Names of objects whose deletion was concluded, not seen. */
  readonly concluded: readonly string[];
  /** Fake time passes until the cache has what the server has. */
  converge(limitMs?: number): Promise<void>;
  /** Its requests since the last call, oldest first. */
  requests(): Asked[];
}

export interface MirrorOptions {
  readonly kind?: AnyKind;
  readonly labelSelector?: string;
  readonly onEvent?: CacheEventHandler<AnyObject>;
}

export function startMirror(rig: Rig, { kind = ConfigMap, labelSelector, onEvent }: MirrorOptions = {}): Mirror {
  const { transport, clock, random, proxy } = rig;
  const namespaces = kind.scope === 'Namespaced' ? [rig.namespace] : undefined;
  const caches = new Caches({ transport, clock, random });
  onTestFinished(() => caches.close());
  const cache: Cache<AnyObject> = caches.acquire(kind, { namespaces, labelSelector });
  const concluded: string[] = [];
  if (onEvent) cache.onEvent(onEvent);
  cache.onEvent((event) => {
    if (event.type === 'deleted' && event.finalStateUnknown) concluded.push(event.object.metadata?.name ?? '');
  });
  let counted = 0;
  const mirror: Mirror = {
    cache,
    concluded,
    versions: () => (cache.state.synced ? versions(cache.list()) : {}),
    async converge(limitMs) {
      const expected = JSON.stringify(await serverVersions(rig, kind, labelSelector));
      const agrees = (): boolean => cache.state.synced && JSON.stringify(mirror.versions()) === expected;
      await rig.passUntil(agrees, limitMs === undefined ? {} : { limitMs });
    },
    requests() {
      const own = proxy.log
        .matching({ verb: ['list', 'watch'], resource: kind.plural }, counted)
        .filter(({ query }) => query.get('labelSelector') === (labelSelector ?? null));
      counted = proxy.log.entries.length;
      return own.map(asked);
    },
  };
  return mirror;
}
