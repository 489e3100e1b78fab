import { admissionPolicies } from './admission-policies/index.ts';
import { admissionPolicyBindings } from './admission-policy-bindings/index.ts';
import { apiServices } from './api-services/index.ts';
import type { BuiltInKind } from './built-in-kind.ts';
import { certificateSigningRequests } from './certificate-signing-requests/index.ts';
import { configMaps } from './config-maps/index.ts';
import { controllerRevisions } from './controller-revisions/index.ts';
import { cronJobs } from './cron-jobs/index.ts';
import { csiDrivers } from './csi-drivers/index.ts';
import { customResourceDefinitions } from './custom-resource-definitions/index.ts';
import { daemonSets } from './daemon-sets/index.ts';
import { deployments } from './deployments/index.ts';
import { endpointSlices } from './endpoint-slices/index.ts';
import { endpoints } from './endpoints/index.ts';
import { events } from './events/index.ts';
import { flowSchemas } from './flow-schemas/index.ts';
import { horizontalPodAutoscalers } from './horizontal-pod-autoscalers/index.ts';
import { ingressClasses } from './ingress-classes/index.ts';
import { ingresses } from './ingresses/index.ts';
import { ipAddresses } from './ip-addresses/index.ts';
import { jobs } from './jobs/index.ts';
import { leases } from './leases/index.ts';
import { limitRanges } from './limit-ranges/index.ts';
import { namespaces } from './namespaces/index.ts';
import { networkPolicies } from './network-policies/index.ts';
import { nodes } from './nodes/index.ts';
import { persistentVolumeClaims } from './persistent-volume-claims/index.ts';
import { persistentVolumes } from './persistent-volumes/index.ts';
import { podDisruptionBudgets } from './pod-disruption-budgets/index.ts';
import { podTemplates } from './pod-templates/index.ts';
import { pods } from './pods/index.ts';
import { priorityClasses } from './priority-classes/index.ts';
import { priorityLevelConfigurations } from './priority-level-configurations/index.ts';
import { replicaSets } from './replica-sets/index.ts';
import { replicationControllers } from './replication-controllers/index.ts';
import { resourceClaims } from './resource-claims/index.ts';
import { resourceQuotas } from './resource-quotas/index.ts';
import { resourceSlices } from './resource-slices/index.ts';
import { roleBindings } from './role-bindings/index.ts';
import { roles } from './roles/index.ts';
import { runtimeClasses } from './runtime-classes/index.ts';
import { secrets } from './secrets/index.ts';
import { serviceAccounts } from './service-accounts/index.ts';
import { serviceCidrs } from './service-cidrs/index.ts';
import { services } from './services/index.ts';
import { statefulSets } from './stateful-sets/index.ts';
import { storageClasses } from './storage-classes/index.ts';
import { webhookConfigurations } from './webhook-configurations/index.ts';

/** The rooms. A kind that is in none has the rules that all kinds share, and a name and an age to show. */
export const builtInKinds: readonly BuiltInKind[] = [
  ...admissionPolicies,
  ...admissionPolicyBindings,
  ...apiServices,
  ...certificateSigningRequests,
  ...configMaps,
  ...controllerRevisions,
  ...cronJobs,
  ...csiDrivers,
  ...customResourceDefinitions,
  ...daemonSets,
  ...deployments,
  ...endpointSlices,
  ...endpoints,
  ...events,
  ...flowSchemas,
  ...horizontalPodAutoscalers,
  ...ingressClasses,
  ...ingresses,
  ...ipAddresses,
  ...jobs,
  ...leases,
  ...limitRanges,
  ...namespaces,
  ...networkPolicies,
  ...nodes,
  ...persistentVolumeClaims,
  ...persistentVolumes,
  ...podDisruptionBudgets,
  ...podTemplates,
  ...pods,
  ...priorityClasses,
  ...priorityLevelConfigurations,
  ...replicaSets,
  ...replicationControllers,
  ...resourceClaims,
  ...resourceQuotas,
  ...resourceSlices,
  ...roleBindings,
  ...roles,
  ...runtimeClasses,
  ...secrets,
  ...serviceAccounts,
  ...serviceCidrs,
  ...services,
  ...statefulSets,
  ...storageClasses,
  ...webhookConfigurations,
];

const byName: ReadonlyMap<string, BuiltInKind> = new Map(builtInKinds.map((kind) => [kind.name, kind]));

/** What is particular to a kind, by its plural and group. */
export const builtInKind = (name: string): BuiltInKind | undefined => byName.get(name);
