import { defineKind } from '@slipway/kube';
import type { ManifestOf } from '@slipway/workloads';

export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly observedGeneration?: number;
  readonly reason: string;
  readonly message: string;
}

export interface GatewaySpec {
  readonly gatewayClassName: string;
  readonly listeners: readonly {
    readonly name: string;
    readonly protocol: string;
    readonly port: number;
    readonly allowedRoutes?: { readonly namespaces: { readonly from: 'All' | 'Same' } };
  }[];
}

/** What each Gateway that a route names says of it. */
export interface HttpRouteStatus {
  readonly parents: readonly {
    readonly parentRef: { readonly name: string; readonly namespace?: string };
    readonly controllerName: string;
    readonly conditions: readonly Condition[];
  }[];
}

const group = 'gateway.networking.k8s.io';
const version = 'v1';

export const GatewayClass = defineKind<{ readonly controllerName: string }>({
  group,
  version,
  kind: 'GatewayClass',
  plural: 'gatewayclasses',
  scope: 'Cluster',
});
export const Gateway = defineKind<GatewaySpec, { readonly conditions?: readonly Condition[] }>({
  group,
  version,
  kind: 'Gateway',
  plural: 'gateways',
  scope: 'Namespaced',
});
export const HttpRoute = defineKind<ManifestOf<'HTTPRoute'>['spec'], HttpRouteStatus>({
  group,
  version,
  kind: 'HTTPRoute',
  plural: 'httproutes',
  scope: 'Namespaced',
});
