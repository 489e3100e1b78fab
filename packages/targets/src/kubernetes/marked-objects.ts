import type { Ref } from '@gati-framework/contracts/deployment';
import { type AnyKind, type AnyObject, apiVersionOf, type Cluster, type DeepReadonly } from '@slipway/kube';
import { SET_LABEL, setIdOf } from '../marks/index.ts';
import { isRecordName } from './set-records.ts';

/**
 * The objects of a set by their label, for a set whose record is absent, because it was deleted or is the first. Only the
 * caches of the handle are read, so that the first set of a new owner, which has no record either, costs no request. The label alone
 * is not enough: the EndpointSlices of a Service are made by others and bear all of its labels.
 */
export function markedObjects(cluster: Cluster, kinds: Iterable<AnyKind>, owner: Ref, manager: string): Ref[] {
  const namespace = owner.namespace || cluster.namespace;
  const labelSelector = `${SET_LABEL}=${setIdOf(owner)}`;
  return [...new Set(kinds)].flatMap((kind) => {
    const cache = cluster.findCache(kind, kind.scope === 'Namespaced' ? namespace : undefined);
    if (!cache?.stateIn(namespace).synced) return [];
    const scope = kind.scope === 'Namespaced' ? { namespace, labelSelector } : { labelSelector };
    const objects = cache.list(scope) as readonly DeepReadonly<AnyObject>[];
    const applied = objects.filter((object) => cache.ownedFields(object, manager) !== undefined);
    const refs = applied.map(({ metadata }) => ({
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      namespace: metadata?.namespace ?? '',
      name: metadata?.name ?? '',
    }));
    return refs.filter(({ name }) => !isRecordName(name));
  });
}
