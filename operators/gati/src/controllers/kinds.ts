import { type AnyKind, defineKind } from '@slipway/kube';
import {
  ConfigMap,
  Deployment,
  EndpointSlice,
  HorizontalPodAutoscaler,
  NetworkPolicy,
  Pod,
  PodDisruptionBudget,
  Service,
} from '@slipway/kube/kinds';
import { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../types/index.ts';

const optional = (group: string, version: string, kind: string, plural: string): AnyKind =>
  defineKind<object, object>({ group, version, kind, plural, scope: 'Namespaced' });

/** Kinds of others, which a cluster may lack. */
export const OPTIONAL_KINDS: readonly AnyKind[] = [
  optional('gateway.networking.k8s.io', 'v1', 'HTTPRoute', 'httproutes'),
  optional('gateway.networking.k8s.io', 'v1', 'Gateway', 'gateways'),
  optional('keda.sh', 'v1alpha1', 'ScaledObject', 'scaledobjects'),
  optional('monitoring.coreos.com', 'v1', 'ServiceMonitor', 'servicemonitors'),
];

/** Kinds of objects that are made and that nobody watches. */
export const UNWATCHED_KINDS: readonly AnyKind[] = [NetworkPolicy];

/** Everything that is read, by the name that the rest of the operator uses. */
export const KINDS: ReadonlyMap<string, AnyKind> = new Map(
  [
    GatiHandlerKind as AnyKind,
    GatiModuleKind as AnyKind,
    GatiVersionKind as AnyKind,
    Deployment,
    Service,
    ConfigMap,
    HorizontalPodAutoscaler,
    PodDisruptionBudget,
    Pod,
    EndpointSlice,
    ...OPTIONAL_KINDS,
  ].map((kind) => [kind.kind, kind]),
);

export function kindNamed(name: string): AnyKind {
  const kind = KINDS.get(name);
  if (!kind) throw new Error(`${name} is no kind that this operator reads`);
  return kind;
}
