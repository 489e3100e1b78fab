import type { Ref } from '@gati-framework/contracts/deployment';
import { apiVersionOf } from '@slipway/apimachinery/references';
import { type AnyKind, type AnyObject, type Cache, type Cluster, type DeepReadonly, isKubeError } from '@slipway/kube';
import { appliedFields } from '@slipway/kube/apply';
import type { Stored } from '@slipway/kube/kinds';
import { markOf, SET_LABEL, setIdOf } from '../marks/index.ts';
import { isRecordName } from './set-records.ts';

/** Where objects of a set may be. */
interface LostSet {
  readonly cluster: Cluster;
  readonly owner: Ref;
  /** The field manager that applied them. */
  readonly manager: string;
  /** Kinds that the handle may have caches of. */
  readonly watched: Iterable<AnyKind>;
  /** Kinds that it has no caches of, perhaps. */
  readonly unwatched: readonly AnyKind[];
}

/**
 * The objects of a set by their label, for a set whose record is absent, because it was deleted or is the first. The first
 * set of a new owner, which has no record either, costs no request: the API server is asked only once the caches of the
 * handle have shown some of the set. The label alone is not enough: the EndpointSlices of a Service are made by others
 * and bear all of its labels.
 */
export async function markedObjects(set: LostSet): Promise<Ref[]> {
  const seen = [...new Set([...set.watched, ...set.unwatched])].flatMap((kind) => cachedOf(set, kind) ?? []);
  if (seen.length === 0) return [];
  const asked = set.unwatched.filter((kind) => syncedCache(set, kind) === undefined);
  const listed = await Promise.all(asked.map((kind) => listedOf(set, kind)));
  return [...seen, ...listed.flat()];
}

/** The name of the index, this handle's consumers share it. */
const BY_SET = SET_LABEL;

function bySet(object: DeepReadonly<AnyObject>): readonly string[] {
  const mark = markOf(object);
  return mark === undefined ? [] : [mark];
}

const namespaceOf = ({ cluster, owner }: LostSet): string => owner.namespace || cluster.namespace;

function syncedCache(set: LostSet, kind: AnyKind): Cache<AnyObject> | undefined {
  const namespace = namespaceOf(set);
  const cache: Cache<AnyObject> | undefined = set.cluster.findCache(
    kind,
    kind.scope === 'Namespaced' ? namespace : undefined,
  );
  return cache?.stateIn(namespace).synced ? cache : undefined;
}

function cachedOf(set: LostSet, kind: AnyKind): Ref[] | undefined {
  const cache = syncedCache(set, kind);
  if (!cache?.hasIndex(BY_SET)) cache?.addIndex(BY_SET, bySet);
  const scope = kind.scope === 'Namespaced' ? { namespace: namespaceOf(set) } : {};
  const found = cache?.byIndex(BY_SET, setIdOf(set.owner), scope);
  return (
    found &&
    refsOf(
      kind,
      found.filter((object) => cache?.ownedFields(object, set.manager) !== undefined),
    )
  );
}

async function listedOf(set: LostSet, kind: AnyKind): Promise<Ref[]> {
  const labelSelector = `${SET_LABEL}=${setIdOf(set.owner)}`;
  const scope = kind.scope === 'Namespaced' ? { namespace: namespaceOf(set), labelSelector } : { labelSelector };
  try {
    const found: Stored<AnyObject>[] = await set.cluster.client.live.listAll(kind, scope);
    return refsOf(
      kind,
      found.filter((object) => appliedFields(object, set.manager, undefined)),
    );
  } catch (error) {
    // A kind that is not served has no objects.
    if (isKubeError(error, 'KUBE_NOT_FOUND')) return [];
    throw error;
  }
}

function refsOf(kind: AnyKind, objects: readonly Stored<DeepReadonly<AnyObject>>[]): Ref[] {
  const refs = objects.map(({ metadata }) => ({
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    namespace: metadata.namespace ?? '',
    name: metadata.name,
  }));
  return refs.filter(({ name }) => !isRecordName(name));
}
