import { type AnyKind, resourceName, resourcePath } from '../kinds/index.ts';
import type { KubeRequest } from '../transport/index.ts';

/** Which objects of a server are meant; all parts are applied by the server. */
export interface Collection {
  readonly kind: AnyKind;
  /** Absent: all namespaces, or a kind that has none. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Ask for `PartialObjectMetadata` (R-45). */
  readonly metadataOnly?: boolean | undefined;
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** For people: `pods in namespace a, labelSelector app=web`. */
export function describeCollection({ kind, namespace, labelSelector, fieldSelector }: Collection): string {
  return [
    `${resourceName(kind)}${namespace === undefined ? '' : ` in namespace ${namespace}`}`,
    ...(labelSelector === undefined ? [] : [`labelSelector ${labelSelector}`]),
    ...(fieldSelector === undefined ? [] : [`fieldSelector ${fieldSelector}`]),
  ].join(', ');
}

export function listRequest(collection: Collection, query: Query): KubeRequest {
  return { ...request(collection, 'PartialObjectMetadataList', query), lane: 'request' };
}

export function watchRequest(collection: Collection, query: Query): KubeRequest {
  const always = { watch: true, allowWatchBookmarks: true };
  return { ...request(collection, 'PartialObjectMetadata', { ...always, ...query }), lane: 'watch' };
}

/** Retries are left out: one backoff covers lists and watches, and it is the reflector's (R-29). */
function request(collection: Collection, metadataForm: string, query: Query): KubeRequest {
  const { kind, namespace, labelSelector, fieldSelector, metadataOnly = false } = collection;
  return {
    method: 'GET',
    path: resourcePath(kind, { namespace }),
    query: { labelSelector, fieldSelector, ...query },
    retry: false,
    ...(metadataOnly && { accept: `application/json;as=${metadataForm};g=meta.k8s.io;v=v1,application/json` }),
  };
}
