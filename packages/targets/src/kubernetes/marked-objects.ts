import type { Ref } from '@gati-framework/contracts/deployment';
import { type AnyKind, type AnyObject, apiVersionOf, type Cluster, type DeepReadonly } from '@slipway/kube';
import { SET_LABEL, setIdOf } from '../marks/index.ts';
import { isRecordName } from './set-records.ts';

/**
 * The objects of a set by their mark, for a set without a record: somebody may have deleted it. Looked for is in what
 * the handle watches, so that the first set of a new owner, which has no record either, costs no request.
 */
export function markedObjects(cluster: Cluster, kinds: Iterable<AnyKind>, owner: Ref): Ref[] {
  const namespace = owner.namespace || cluster.namespace;
  const labelSelector = `${SET_LABEL}=${setIdOf(owner)}`;
  return [...new Set(kinds)].flatMap((kind) => {
    const cache = cluster.findCache(kind, kind.scope === 'Namespaced' ? namespace : undefined);
    if (!cache?.stateIn(namespace).synced) return [];
    const scope = kind.scope === 'Namespaced' ? { namespace, labelSelector } : { labelSelector };
    const objects = cache.list(scope) as readonly DeepReadonly<AnyObject>[];
    const refs = objects.map(({ metadata }) => ({
      apiVersion: apiVersionOf(kind),
      kind: kind.kind,
      namespace: metadata?.namespace ?? '',
      name: metadata?.name ?? '',
    }));
    return refs.filter(({ name }) => !isRecordName(name));
  });
}
