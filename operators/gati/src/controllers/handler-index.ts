import type { AnyKind, AnyObject, Cluster, DeepReadonly } from '@slipway/kube';
import { EndpointSlice, Pod } from '@slipway/kube/kinds';
import { labelValueOf } from '@slipway/workloads/names';
import {
  type CacheIndex,
  type CompetingReads,
  findByIndex,
  type ReadHandler,
  type ReadVersion,
} from '../cluster/index.ts';
import { LABELS } from '../names/index.ts';
import { claimOf, keysOfClaim } from '../routing/index.ts';
import { GatiHandlerKind, GatiVersionKind } from '../types/index.ts';

type Cached = DeepReadonly<AnyObject>;
type Handler = DeepReadonly<ReadHandler>;
type Version = DeepReadonly<ReadVersion>;

const present = (...values: readonly (string | undefined)[]): string[] => values.filter((value) => value !== undefined);

const byLabel = (label: string): CacheIndex => ({
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
const byHandler: CacheIndex<Version> = {
  name: 'handler',
  valuesOf: ({ spec, metadata }) => [spec.handlerRef?.name ?? metadata.labels?.[LABELS.handler] ?? ''],
};

/** What a record that deploys nothing runs. */
const byWorkload: CacheIndex<Version> = {
  name: 'workload',
  valuesOf: ({ spec: { template, deploymentName, serviceName } }) =>
    template ? [] : present(...new Set([deploymentName, serviceName])),
};

/** The name that labels hold of a handler: that of a long one is a hash. */
const byLabelValue: CacheIndex<Handler> = {
  name: 'label value',
  valuesOf: ({ metadata: { name } }) => [labelValueOf(name)],
};

const byGateway: CacheIndex<Handler> = { name: 'gateway', valuesOf: (handler) => present(claimOf(handler)?.gateway) };

const byClaim: CacheIndex<Handler> = {
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
  return findByIndex(cluster, kind, namespace, byLabel(label), [value])?.filter(
    ({ metadata }) =>
      metadata?.namespace === namespace && wanted.every(([key, text]) => metadata.labels?.[key] === text),
  );
}

/** Records that name the handler, and those that name none: one of these may be its too. */
export function recordsNear(cluster: Cluster, namespace: string, handler: string): Version[] | undefined {
  const values = new Set([handler, labelValueOf(handler), '']);
  return findVersions(cluster, namespace, byHandler, [...values]);
}

/** Records that run what another client made under one of these names. */
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
export function indexedNeighbours(cluster: Cluster, namespace: string): CompetingReads {
  return {
    claiming: async (keys) => handlersClaiming(cluster, namespace, keys),
    naming: async (of, workloads) => recordsRunning(cluster, of, workloads),
  };
}

function findHandlers(
  cluster: Cluster,
  namespace: string,
  index: CacheIndex<Handler>,
  values: readonly string[],
): Handler[] {
  return findByIndex<Handler>(cluster, GatiHandlerKind as AnyKind, namespace, index, values) ?? [];
}

function findVersions(
  cluster: Cluster,
  namespace: string,
  index: CacheIndex<Version>,
  values: readonly string[],
): Version[] | undefined {
  return findByIndex<Version>(cluster, GatiVersionKind as AnyKind, namespace, index, values)?.filter(
    ({ metadata }) => metadata.namespace === namespace,
  );
}
