import {
  type AnyKind,
  type AnyObject,
  type Cache,
  type Cluster,
  type DeepReadonly,
  EndpointSlice,
  Pod,
} from '@slipway/kube';
import { labelValueOf } from '@slipway/workloads';
import { LABELS } from '../names/index.ts';
import { GatiVersionKind } from '../types/index.ts';

type Cached = DeepReadonly<AnyObject>;

/**
 * Indexes by which the objects of one handler are found among those of all. Own writes are not laid over what they
 * find: a key is not worked on again before the caches have seen its writes.
 */
interface HandlerIndex {
  readonly name: string;
  readonly valueOf: (object: Cached) => string | undefined;
}

const byLabel = (label: string): HandlerIndex => ({
  name: `label ${label}`,
  valueOf: ({ metadata }) => metadata?.labels?.[label],
});

/** The one label that tells apart most of what a namespace has of a kind. */
const LABEL_OF: ReadonlyMap<string, string> = new Map([
  [Pod.kind, LABELS.handler],
  [EndpointSlice.kind, 'kubernetes.io/service-name'],
  ['HTTPRoute', LABELS.handler],
]);

/** The handler that a record names; of one that names none, nothing. */
const byHandler: HandlerIndex = {
  name: 'handler',
  valueOf: (object) => {
    const { spec, metadata } = object as Cached & {
      readonly spec?: { readonly handlerRef?: { readonly name?: string } };
    };
    return spec?.handlerRef?.name ?? metadata?.labels?.[LABELS.handler] ?? '';
  },
};

/** The objects of a namespace with these labels; undefined where no index helps. */
export function listByLabel(
  cluster: Cluster,
  kind: AnyKind,
  namespace: string,
  labels: Readonly<Record<string, string>>,
): Cached[] | undefined {
  const label = LABEL_OF.get(kind.kind);
  const value = label === undefined ? undefined : labels[label];
  if (label === undefined || value === undefined) return undefined;
  const wanted = Object.entries(labels);
  return find(cluster, kind, namespace, byLabel(label), [value])?.filter(({ metadata }) =>
    wanted.every(([key, text]) => metadata?.labels?.[key] === text),
  );
}

/** Records that name the handler, and those that name none: one of these may be its too. */
export function recordsNear(cluster: Cluster, namespace: string, handler: string): Cached[] | undefined {
  const values = new Set([handler, labelValueOf(handler), '']);
  return find(cluster, GatiVersionKind as AnyKind, namespace, byHandler, [...values]);
}

/** Which caches have which indexes. They end with the cache. */
const indexed = new WeakMap<Cache<AnyObject>, Set<string>>();

function find(
  cluster: Cluster,
  kind: AnyKind,
  namespace: string,
  { name, valueOf }: HandlerIndex,
  values: readonly string[],
): Cached[] | undefined {
  const cache = cluster.findCache(kind, namespace);
  if (!cache) return undefined;
  const names = indexed.get(cache) ?? new Set();
  indexed.set(cache, names);
  if (!names.has(name)) {
    names.add(name);
    cache.addIndex(`gati ${name}`, (object) => {
      const value = valueOf(object);
      return value === undefined ? [] : [value];
    });
  }
  return values
    .flatMap((value) => cache.byIndex(`gati ${name}`, value))
    .filter(({ metadata }) => metadata?.namespace === namespace);
}
