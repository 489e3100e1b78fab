import { type CustomObject, defineKind } from '@slipway/kube';
import type { ManifestOf } from '@slipway/workloads';

type HttpRouteSpec = ManifestOf<'HTTPRoute'>['spec'];

export interface RouteStatus {
  readonly parents?: readonly {
    readonly controllerName: string;
    readonly parentRef: { readonly name: string };
    readonly conditions: readonly {
      readonly type: string;
      readonly status: string;
      readonly observedGeneration?: number;
    }[];
  }[];
}

export const HttpRoute = defineKind<HttpRouteSpec, RouteStatus>({
  group: 'gateway.networking.k8s.io',
  version: 'v1',
  kind: 'HTTPRoute',
  plural: 'httproutes',
  scope: 'Namespaced',
});
export type HttpRouteObject = CustomObject<HttpRouteSpec, RouteStatus>;

type ScaledObjectSpec = ManifestOf<'ScaledObject'>['spec'];

export const ScaledObject = defineKind<ScaledObjectSpec>({
  group: 'keda.sh',
  version: 'v1alpha1',
  kind: 'ScaledObject',
  plural: 'scaledobjects',
  scope: 'Namespaced',
});
export type ScaledObjectObject = CustomObject<ScaledObjectSpec, unknown>;
