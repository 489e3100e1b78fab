import type { AnyKind, Cluster } from '@slipway/kube';
import type { Manager } from '@slipway/runtime';
import type { EventSink } from '@slipway/runtime/events';
import type { MetricsFeed } from './metrics/index.ts';
import type { Read } from './objects/index.ts';

/** What every controller is made with. */
export interface Environment {
  readonly manager: Manager;
  readonly cluster: Cluster;
  /** Names the component as `kubectl describe` shows it; runtime's own recorder would put the group before it. */
  readonly events: EventSink;
  readonly metrics: MetricsFeed;
  /** Which namespaces are worked on. */
  readonly scope: { readonly namespaces?: readonly string[] };
  /** Who signs the API server's certificate (PEM), where that is known. */
  readonly rootCa: string | undefined;
  /** What is to be done when the controllers stop. */
  readonly stopping: (() => void)[];
}

/**
 * The objects of a kind that a mapper may look at, of all namespaces that are worked on or of one: none before the
 * first sync, after which all come by themselves.
 */
export function known<K extends AnyKind>(
  { cluster, scope }: Pick<Environment, 'cluster' | 'scope'>,
  kind: K,
  namespace?: string,
): Read<K>[] {
  const isEverywhere = namespace === undefined && kind.scope === 'Namespaced';
  const places = isEverywhere ? (scope.namespaces ?? [undefined]) : [namespace];
  return places.flatMap((place) => {
    const cache = cluster.findCache(kind, place);
    if (!cache?.state.synced) return [];
    return cache.list(place === undefined ? {} : { namespace: place });
  });
}
