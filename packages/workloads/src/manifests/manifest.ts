import type * as apps from 'kubernetes-types/apps/v1.js';
import type * as autoscaling from 'kubernetes-types/autoscaling/v2.js';
import type * as core from 'kubernetes-types/core/v1.js';
import type { LabelSelector, OwnerReference } from 'kubernetes-types/meta/v1.js';
import type * as networking from 'kubernetes-types/networking/v1.js';
import type * as policy from 'kubernetes-types/policy/v1.js';
import type * as rbac from 'kubernetes-types/rbac/v1.js';

export interface ManifestMetadata {
  name: string;
  namespace: string;
  labels: Record<string, string>;
  annotations?: Record<string, string>;
  ownerReferences?: OwnerReference[];
}

/** What a type of the API leaves optional and a manifest always has; nothing that the server writes. */
type Manifested<T extends { apiVersion?: string; kind?: string }> = Omit<
  T,
  'apiVersion' | 'kind' | 'metadata' | 'spec' | 'status'
> &
  Required<Pick<T, 'apiVersion' | 'kind'>> & { metadata: ManifestMetadata } & (T extends { spec?: infer Spec }
    ? { spec: NonNullable<Spec> }
    : unknown);

export type Manifest =
  | Manifested<core.ConfigMap>
  | Manifested<core.ServiceAccount>
  | Manifested<rbac.Role>
  | Manifested<rbac.RoleBinding>
  | Manifested<apps.Deployment>
  | Manifested<apps.StatefulSet>
  | Manifested<core.Service>
  | Manifested<autoscaling.HorizontalPodAutoscaler>
  | Manifested<ScaledObject>
  | Manifested<policy.PodDisruptionBudget>
  | Manifested<networking.NetworkPolicy>
  | Manifested<HttpRoute>
  | Manifested<ServiceMonitor>;

export type ManifestKind = Manifest['kind'];
export type ManifestOf<Kind extends ManifestKind> = Extract<Manifest, { kind: Kind }>;

/** The part of KEDA's kind that is written. */
export interface ScaledObject {
  apiVersion?: 'keda.sh/v1alpha1';
  kind?: 'ScaledObject';
  spec?: {
    scaleTargetRef: { apiVersion: string; kind: string; name: string };
    minReplicaCount: number;
    maxReplicaCount: number;
    pollingInterval: number;
    cooldownPeriod: number;
    fallback: { failureThreshold: number; replicas: number; behavior: string };
    advanced: {
      horizontalPodAutoscalerConfig: { behavior: autoscaling.HorizontalPodAutoscalerBehavior };
    };
    triggers: { type: string; metricType?: string; metadata: Record<string, string> }[];
  };
}

/** The part of the Gateway API's kind that is written. */
export interface HttpRoute {
  apiVersion?: 'gateway.networking.k8s.io/v1';
  kind?: 'HTTPRoute';
  spec?: {
    parentRefs: { name: string; namespace?: string; sectionName?: string }[];
    hostnames?: string[];
    rules: {
      matches?: {
        path?: { type: string; value: string };
        headers?: { type: 'Exact'; name: string; value: string }[];
      }[];
      backendRefs: { name: string; port: number; weight?: number }[];
    }[];
  };
}

/** The part of the Prometheus operator's kind that is written. */
export interface ServiceMonitor {
  apiVersion?: 'monitoring.coreos.com/v1';
  kind?: 'ServiceMonitor';
  spec?: { selector: LabelSelector; endpoints: { port: string; path: string; interval: string }[] };
}
