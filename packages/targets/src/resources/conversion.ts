import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { apiVersionOf } from '@slipway/apimachinery/references';
import type { AnyKind, AnyObject, DeepReadonly } from '@slipway/kube';
import { TargetError } from '../errors.ts';

/** Built-in kinds whose objects have no spec: the contract's empty one is not sent, the server would refuse it. */
const WITHOUT_SPEC = new Set(
  [
    'ConfigMap Secret ServiceAccount Role RoleBinding ClusterRole ClusterRoleBinding Endpoints EndpointSlice Event',
    'ControllerRevision PriorityClass RuntimeClass StorageClass',
    'MutatingWebhookConfiguration ValidatingWebhookConfiguration',
  ].flatMap((line) => line.split(' ')),
);

type Metadata = DeploymentResource['metadata'];

/** An object of the cluster as the contract has it: a copy that the caller may change. */
export function toResource(object: DeepReadonly<AnyObject>, kind: AnyKind): DeploymentResource {
  const { metadata = {}, ...content } = structuredClone(object) as AnyObject;
  return {
    spec: {},
    ...content,
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: metadataOf({ ...metadata, name: metadata.name ?? '', namespace: metadata.namespace ?? '' }),
  };
}

/** The part of metadata that the contract has. */
export function metadataOf(metadata: Metadata): Metadata {
  const { name, namespace, labels, annotations, uid, resourceVersion, generation } = metadata;
  const { ownerReferences, finalizers, deletionTimestamp } = metadata;
  return {
    name,
    namespace,
    ...(labels && { labels }),
    ...(annotations && { annotations }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
    ...(generation !== undefined && { generation }),
    ...(ownerReferences && { ownerReferences }),
    ...(finalizers && { finalizers }),
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
  };
}

/** A desired object: what the contract may say of its metadata, and whatever else its kind has but a status. */
export interface Body {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Pick<Metadata, 'name' | 'labels' | 'annotations' | 'ownerReferences' | 'finalizers'> & {
    readonly namespace?: string;
  };
  readonly status?: never;
  readonly [field: string]: unknown;
}

/** What is sent for a resource: no status, nothing of what the server writes. */
export function toBody(kind: AnyKind, resource: DeploymentResource): Body {
  const { status: _status, metadata, spec, ...content } = resource;
  const { name, namespace, labels, annotations, ownerReferences, finalizers } = metadata;
  if (!name) throw new TargetError('TARGET_INVALID', `A ${kind.kind} without metadata.name cannot be placed: name it.`);
  if (kind.scope === 'Namespaced' && !namespace) {
    throw new TargetError('TARGET_INVALID', `${kind.kind} "${name}" lives in a namespace: set metadata.namespace.`);
  }
  const hasNoSpec = spec === undefined || (WITHOUT_SPEC.has(kind.kind) && Object.keys(spec as object).length === 0);
  return {
    ...content,
    apiVersion: apiVersionOf(kind),
    kind: kind.kind,
    metadata: {
      name,
      ...(kind.scope === 'Namespaced' && { namespace }),
      ...(labels && { labels }),
      ...(annotations && { annotations }),
      ...(ownerReferences && { ownerReferences }),
      ...(finalizers && { finalizers }),
    },
    ...(!hasNoSpec && { spec: spec as unknown }),
  };
}
