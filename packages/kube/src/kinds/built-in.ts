import { groupVersionOf } from '@slipway/apimachinery/references';
import type * as admissionregistration from 'kubernetes-types/admissionregistration/v1.js';
import type * as apiextensions from 'kubernetes-types/apiextensions/v1.js';
import type * as apps from 'kubernetes-types/apps/v1.js';
import type * as autoscaling from 'kubernetes-types/autoscaling/v2.js';
import type * as batch from 'kubernetes-types/batch/v1.js';
import type * as coordination from 'kubernetes-types/coordination/v1.js';
import type * as core from 'kubernetes-types/core/v1.js';
import type * as discovery from 'kubernetes-types/discovery/v1.js';
import type * as events from 'kubernetes-types/events/v1.js';
import type * as networking from 'kubernetes-types/networking/v1.js';
import type * as node from 'kubernetes-types/node/v1.js';
import type * as policy from 'kubernetes-types/policy/v1.js';
import type * as rbac from 'kubernetes-types/rbac/v1.js';
import type * as scheduling from 'kubernetes-types/scheduling/v1.js';
import type * as storage from 'kubernetes-types/storage/v1.js';
import type { AnyObject, Kind, ObjectMeta } from './kind.ts';

/** A built-in object as the server returns it: its metadata is always there. */
type BuiltIn<T> = Omit<T, 'metadata' | 'apiVersion' | 'kind'> & AnyObject & { metadata: ObjectMeta };
type Field<T, Key extends string> = T extends { [K in Key]?: infer Value } ? NonNullable<Value> : never;
type BuiltInKind<T> = Kind<Field<T, 'spec'>, Field<T, 'status'>, BuiltIn<T>>;

function builtIn<T>(
  groupVersion: string,
  kind: string,
  plural: string,
  scope: 'Namespaced' | 'Cluster' = 'Namespaced',
): BuiltInKind<T> {
  return Object.freeze({ ...groupVersionOf(groupVersion), kind, plural, scope });
}

export const ConfigMap = builtIn<core.ConfigMap>('v1', 'ConfigMap', 'configmaps');
export const Endpoints = builtIn<core.Endpoints>('v1', 'Endpoints', 'endpoints');
export const LimitRange = builtIn<core.LimitRange>('v1', 'LimitRange', 'limitranges');
export const Namespace = builtIn<core.Namespace>('v1', 'Namespace', 'namespaces', 'Cluster');
export const Node = builtIn<core.Node>('v1', 'Node', 'nodes', 'Cluster');
export const PersistentVolume = builtIn<core.PersistentVolume>(
  'v1',
  'PersistentVolume',
  'persistentvolumes',
  'Cluster',
);
export const PersistentVolumeClaim = builtIn<core.PersistentVolumeClaim>(
  'v1',
  'PersistentVolumeClaim',
  'persistentvolumeclaims',
);
export const Pod = builtIn<core.Pod>('v1', 'Pod', 'pods');
export const ResourceQuota = builtIn<core.ResourceQuota>('v1', 'ResourceQuota', 'resourcequotas');
export const Secret = builtIn<core.Secret>('v1', 'Secret', 'secrets');
export const Service = builtIn<core.Service>('v1', 'Service', 'services');
export const ServiceAccount = builtIn<core.ServiceAccount>('v1', 'ServiceAccount', 'serviceaccounts');

export const ControllerRevision = builtIn<apps.ControllerRevision>(
  'apps/v1',
  'ControllerRevision',
  'controllerrevisions',
);
export const DaemonSet = builtIn<apps.DaemonSet>('apps/v1', 'DaemonSet', 'daemonsets');
export const Deployment = builtIn<apps.Deployment>('apps/v1', 'Deployment', 'deployments');
export const ReplicaSet = builtIn<apps.ReplicaSet>('apps/v1', 'ReplicaSet', 'replicasets');
export const StatefulSet = builtIn<apps.StatefulSet>('apps/v1', 'StatefulSet', 'statefulsets');

export const CronJob = builtIn<batch.CronJob>('batch/v1', 'CronJob', 'cronjobs');
export const Job = builtIn<batch.Job>('batch/v1', 'Job', 'jobs');

export const HorizontalPodAutoscaler = builtIn<autoscaling.HorizontalPodAutoscaler>(
  'autoscaling/v2',
  'HorizontalPodAutoscaler',
  'horizontalpodautoscalers',
);
export const PodDisruptionBudget = builtIn<policy.PodDisruptionBudget>(
  'policy/v1',
  'PodDisruptionBudget',
  'poddisruptionbudgets',
);

export const Ingress = builtIn<networking.Ingress>('networking.k8s.io/v1', 'Ingress', 'ingresses');
export const NetworkPolicy = builtIn<networking.NetworkPolicy>(
  'networking.k8s.io/v1',
  'NetworkPolicy',
  'networkpolicies',
);

export const ClusterRole = builtIn<rbac.ClusterRole>(
  'rbac.authorization.k8s.io/v1',
  'ClusterRole',
  'clusterroles',
  'Cluster',
);
export const ClusterRoleBinding = builtIn<rbac.ClusterRoleBinding>(
  'rbac.authorization.k8s.io/v1',
  'ClusterRoleBinding',
  'clusterrolebindings',
  'Cluster',
);
export const Role = builtIn<rbac.Role>('rbac.authorization.k8s.io/v1', 'Role', 'roles');
export const RoleBinding = builtIn<rbac.RoleBinding>('rbac.authorization.k8s.io/v1', 'RoleBinding', 'rolebindings');

export const EndpointSlice = builtIn<discovery.EndpointSlice>('discovery.k8s.io/v1', 'EndpointSlice', 'endpointslices');
export const Event = builtIn<events.Event>('events.k8s.io/v1', 'Event', 'events');
export const Lease = builtIn<coordination.Lease>('coordination.k8s.io/v1', 'Lease', 'leases');
export const PriorityClass = builtIn<scheduling.PriorityClass>(
  'scheduling.k8s.io/v1',
  'PriorityClass',
  'priorityclasses',
  'Cluster',
);
export const RuntimeClass = builtIn<node.RuntimeClass>('node.k8s.io/v1', 'RuntimeClass', 'runtimeclasses', 'Cluster');
export const StorageClass = builtIn<storage.StorageClass>(
  'storage.k8s.io/v1',
  'StorageClass',
  'storageclasses',
  'Cluster',
);

export const CustomResourceDefinition = builtIn<apiextensions.CustomResourceDefinition>(
  'apiextensions.k8s.io/v1',
  'CustomResourceDefinition',
  'customresourcedefinitions',
  'Cluster',
);
export const MutatingWebhookConfiguration = builtIn<admissionregistration.MutatingWebhookConfiguration>(
  'admissionregistration.k8s.io/v1',
  'MutatingWebhookConfiguration',
  'mutatingwebhookconfigurations',
  'Cluster',
);
export const ValidatingWebhookConfiguration = builtIn<admissionregistration.ValidatingWebhookConfiguration>(
  'admissionregistration.k8s.io/v1',
  'ValidatingWebhookConfiguration',
  'validatingwebhookconfigurations',
  'Cluster',
);
