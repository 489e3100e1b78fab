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
import type { Neighbours } from '../cluster/index.ts';
import { LABELS } from '../names/index.ts';
import { claimOf, keysOfClaim } from '../routers/index.ts';
import { type GatiHandler, GatiHandlerKind, type GatiVersion, GatiVersionKind } from '../types/index.ts';

type Cached = DeepReadonly<AnyObject>;
type Handler = DeepReadonly<GatiHandler>;
type Version = DeepReadonly<GatiVersion>;

/**
 * Indexes by which the objects of one handler are found among those of all. Own writes are not laid over what they
 * find: a key is not worked on again before the caches have seen its writes.
 */
interface HandlerIndex<Obj = Cached> {
  readonly name: string;
  readonly valuesOf: (object: Obj) => readonly string[];
}

const present = (...values: readonly (string | undefined)[]): string[] => values.filter((value) => value !== undefined);

const byLabel = (label: string): HandlerIndex => ({
  name: `label ${label}`,
  valuesOf: ({ metadata }) => present(metadata?.labels?.[label]),
});

/** The one label that tells apart most of what a namespace has of a kind. */
const LABEL_OF: ReadonlyMap<string, string> = new Map([
  [Pod.kind, LABELS.handler],
  [EndpointSlice.kind, 'kubernetes.io/service-name'],
  ['HTTPRoute', LABELS.handler],
]);

/** The handler that a record names; of one that names none, nothing. */
const byHandler: HandlerIndex<Version> = {
  name: 'handler',
  valuesOf: ({ spec, metadata }) => [spec.handlerRef?.name ?? metadata.labels?.[LABELS.handler] ?? ''],
};

/** What a record that deploys nothing runs. */
const byWorkload: HandlerIndex<Version> = {
  name: 'workload',
  valuesOf: ({ spec: { template, deploymentName, serviceName } }) =>
    template ? [] : present(...new Set([deploymentName, serviceName])),
};

/** The name that labels hold of a handler: that of a long one is a hash. */
const byLabelValue: HandlerIndex<Handler> = {
  name: 'label value',
  valuesOf: ({ metadata: { name = '' } }) => [labelValueOf(name)],
};

const byGateway: HandlerIndex<Handler> = { name: 'gateway', valuesOf: (handler) => present(claimOf(handler)?.gateway) };

const byClaim: HandlerIndex<Handler> = {
  name: 'claim',
  valuesOf: (handler) => {
    const claim = claimOf(handler);
    return claim ? keysOfClaim(claim) : [];
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
  return find(cluster, kind, namespace, byLabel(label), [value])?.filter(
    ({ metadata }) =>
      metadata?.namespace === namespace && wanted.every(([key, text]) => metadata.labels?.[key] === text),
  );
}

/** Records that name the handler, and those that name none: one of these may be its too. */
export function recordsNear(cluster: Cluster, namespace: string, handler: string): Version[] | undefined {
  const values = new Set([handler, labelValueOf(handler), '']);
  return findVersions(cluster, namespace, byHandler, [...values]);
}

/** Records that run what somebody else made under one of these names. */
export function recordsRunning(cluster: Cluster, namespace: string, workloads: readonly string[]): Version[] {
  return findVersions(cluster, namespace, byWorkload, workloads) ?? [];
}

/** The handler of which objects carry this label. */
export function handlerLabelled(cluster: Cluster, namespace: string, value: string): Handler | undefined {
  return findHandlers(cluster, namespace, byLabelValue, [value]).find((one) => one.metadata.namespace === namespace);
}

/** Handlers of all namespaces that are looked at whose traffic comes through a Gateway, `namespace/name`. */
export function handlersBehind(cluster: Cluster, namespace: string, gateway: string): Handler[] {
  return findHandlers(cluster, namespace, byGateway, [gateway]);
}

/** Handlers of all namespaces that are looked at with one of these claims. */
export function handlersClaiming(cluster: Cluster, namespace: string, keys: readonly string[]): Handler[] {
  return findHandlers(cluster, namespace, byClaim, keys);
}

/** Found by index, so that a look costs the same in a fleet of any size. `namespace` is of who looks. */
export function indexedNeighbours(cluster: Cluster, namespace: string): Neighbours {
  return {
    claiming: async (keys) => handlersClaiming(cluster, namespace, keys),
    naming: async (of, workloads) => recordsRunning(cluster, of, workloads),
  };
}

function findHandlers(
  cluster: Cluster,
  namespace: string,
  index: HandlerIndex<Handler>,
  values: readonly string[],
): Handler[] {
  return find<Handler>(cluster, GatiHandlerKind as AnyKind, namespace, index, values) ?? [];
}

function findVersions(
  cluster: Cluster,
  namespace: string,
  index: HandlerIndex<Version>,
  values: readonly string[],
): Version[] | undefined {
  return find<Version>(cluster, GatiVersionKind as AnyKind, namespace, index, values)?.filter(
    ({ metadata }) => metadata.namespace === namespace,
  );
}

/** Which caches have which indexes. They end with the cache. */
const indexed = new WeakMap<Cache<AnyObject>, Set<string>>();

/** In the cache that holds the kind's objects of a namespace, all that it holds of other namespaces too. */
function find<Obj>(
  cluster: Cluster,
  kind: AnyKind,
  namespace: string,
  { name, valuesOf }: HandlerIndex<Obj>,
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
