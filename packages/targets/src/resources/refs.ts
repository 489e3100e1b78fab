import type { DeploymentResource, Ref } from '@gati-framework/contracts/deployment';
import { groupOf, keyOf } from '@slipway/apimachinery/references';

export function refOfResource({ apiVersion, kind, metadata }: DeploymentResource): Ref {
  const { namespace, name } = metadata;
  return apiVersion === undefined ? { kind, namespace, name } : { apiVersion, kind, namespace, name };
}

/** One object, one key: a kind keeps its identity over the versions of its group. */
export function refKey({ apiVersion = '', kind, namespace, name }: Ref): string {
  return `${kind}.${groupOf(apiVersion)} ${keyOf({ namespace, name })}`;
}

export function sameRef(a: Ref, b: Ref): boolean {
  return refKey(a) === refKey(b);
}

/** `Deployment "web" in namespace "shop"`: how messages name a resource. */
export function describeRef({ kind, namespace, name }: Pick<Ref, 'kind' | 'namespace' | 'name'>): string {
  return `${kind} "${name}"${namespace ? ` in namespace "${namespace}"` : ''}`;
}
