import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import { apiVersionOf } from '@slipway/apimachinery/references';
import type { AnyKind } from '@slipway/kube';
import * as builtIn from '@slipway/kube/kinds';
import { TargetError } from '@slipway/targets';
import { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../types/index.ts';

const KNOWN: ReadonlyMap<string, string> = new Map([
  ...Object.values(builtIn)
    .filter((value): value is AnyKind => typeof value === 'object' && 'plural' in value)
    .map((kind) => [kind.kind, apiVersionOf(kind)] as const),
  ...[GatiHandlerKind, GatiModuleKind, GatiVersionKind].map((kind) => [kind.kind, apiVersionOf(kind)] as const),
  ['HTTPRoute', 'gateway.networking.k8s.io/v1'],
  ['Gateway', 'gateway.networking.k8s.io/v1'],
  ['ScaledObject', 'keda.sh/v1alpha1'],
  ['ServiceMonitor', 'monitoring.coreos.com/v1'],
]);

/** By which a custom resource without a kind is known. */
const BY_FIELD: readonly (readonly [string, string])[] = [
  ['handlerPath', 'GatiHandler'],
  ['moduleName', 'GatiModule'],
  ['versionId', 'GatiVersion'],
];

/** The apiVersion of a kind. Refuses one that nobody serves. */
export function apiVersionFor(kind: string, given?: string): string {
  const known = given ?? KNOWN.get(kind);
  if (known !== undefined) return known;
  throw new TargetError('TARGET_UNKNOWN_KIND', `Nothing serves the kind ${kind}: set apiVersion, or check its name.`);
}

/** The resource with its kind and apiVersion, by what is in it where it does not say. */
export function placed(resource: DeploymentResource): DeploymentResource & { apiVersion: string } {
  const spec = (resource.spec ?? {}) as object;
  const kind = resource.kind || BY_FIELD.find(([field]) => field in spec)?.[1];
  if (!kind)
    throw new TargetError(
      'TARGET_UNKNOWN_KIND',
      'A resource names no kind, and its spec does not tell it: set `kind`.',
    );
  return { ...resource, kind, apiVersion: apiVersionFor(kind, resource.apiVersion), spec };
}
