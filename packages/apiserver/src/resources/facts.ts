import type { NameRule } from '../metadata/index.ts';
import { qualifiedName, type Resource } from './resource.ts';

/** What is known of kinds beyond their names: which of the common rules they follow. */
export interface KindFacts {
  /** Counts changes of its spec in metadata.generation (K-71). */
  readonly hasGeneration: boolean;
  readonly countsChanges: boolean;
  /** What of metadata counts too: annotations of Deployments, labels of EndpointSlices. */
  readonly countedMetadata: 'annotations' | 'labels' | undefined;
  /** A PUT to a name that does not exist creates the object (K-70). */
  readonly createdByPut: boolean;
  /** A PUT must carry a resourceVersion. */
  readonly updateNeedsVersion: boolean;
  /** A DELETE answers with the object instead of a Status (K-75). */
  readonly deleteReturnsObject: boolean;
  /** What a DELETE without a policy does to dependents (K-76). */
  readonly defaultPropagation: 'Background' | 'Orphan' | 'none';
  readonly nameRule: NameRule;
  /** Finalizers may be any names; of other built-in kinds they are the server's own or carry a domain. */
  readonly hasFreeFinalizers: boolean;
}

const set = (names: string): ReadonlySet<string> => new Set(names.trim().split(/\s+/));

const WITH_GENERATION = set(`
  pods podtemplates replicationcontrollers
  daemonsets.apps deployments.apps replicasets.apps statefulsets.apps jobs.batch cronjobs.batch
  endpointslices.discovery.k8s.io poddisruptionbudgets.policy priorityclasses.scheduling.k8s.io
  ingresses.networking.k8s.io ingressclasses.networking.k8s.io networkpolicies.networking.k8s.io
  resourceslices.resource.k8s.io deviceclasses.resource.k8s.io
  customresourcedefinitions.apiextensions.k8s.io
  flowschemas.flowcontrol.apiserver.k8s.io prioritylevelconfigurations.flowcontrol.apiserver.k8s.io
  validatingadmissionpolicies.admissionregistration.k8s.io validatingadmissionpolicybindings.admissionregistration.k8s.io
  mutatingadmissionpolicies.admissionregistration.k8s.io mutatingadmissionpolicybindings.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io mutatingwebhookconfigurations.admissionregistration.k8s.io
`);

/** The first generation of a priority class is also its last: what it is about cannot change. */
const COUNTS_NOTHING = set('priorityclasses.scheduling.k8s.io');

const COUNTED_METADATA: Readonly<Record<string, 'annotations' | 'labels'>> = {
  'deployments.apps': 'annotations',
  'endpointslices.discovery.k8s.io': 'labels',
};

const CREATED_BY_PUT = set(`
  endpoints events events.events.k8s.io limitranges services leases.coordination.k8s.io
  runtimeclasses.node.k8s.io roles.rbac.authorization.k8s.io rolebindings.rbac.authorization.k8s.io
  clusterroles.rbac.authorization.k8s.io clusterrolebindings.rbac.authorization.k8s.io
`);

const UPDATE_NEEDS_VERSION = set(`
  runtimeclasses.node.k8s.io poddisruptionbudgets.policy leases.coordination.k8s.io
  csidrivers.storage.k8s.io csistoragecapacities.storage.k8s.io volumeattachments.storage.k8s.io csinodes.storage.k8s.io
  customresourcedefinitions.apiextensions.k8s.io
  validatingadmissionpolicies.admissionregistration.k8s.io validatingadmissionpolicybindings.admissionregistration.k8s.io
  mutatingadmissionpolicies.admissionregistration.k8s.io mutatingadmissionpolicybindings.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io mutatingwebhookconfigurations.admissionregistration.k8s.io
`);

const DELETE_RETURNS_OBJECT = set(`
  namespaces pods podtemplates services serviceaccounts persistentvolumeclaims persistentvolumes resourcequotas
  storageclasses.storage.k8s.io csidrivers.storage.k8s.io csinodes.storage.k8s.io volumeattachments.storage.k8s.io
  volumeattributesclasses.storage.k8s.io
  resourceclaims.resource.k8s.io resourceclaimtemplates.resource.k8s.io resourceslices.resource.k8s.io
  deviceclasses.resource.k8s.io
`);

const ORPHANS_BY_DEFAULT = set('jobs.batch replicationcontrollers');
const NEVER_COLLECTED = set('events events.events.k8s.io');

const FREE_FINALIZERS = set(`
  events events.events.k8s.io leases.coordination.k8s.io runtimeclasses.node.k8s.io poddisruptionbudgets.policy
  customresourcedefinitions.apiextensions.k8s.io
  validatingadmissionpolicies.admissionregistration.k8s.io validatingadmissionpolicybindings.admissionregistration.k8s.io
  mutatingadmissionpolicies.admissionregistration.k8s.io mutatingadmissionpolicybindings.admissionregistration.k8s.io
  validatingwebhookconfigurations.admissionregistration.k8s.io mutatingwebhookconfigurations.admissionregistration.k8s.io
`);

const NAME_RULES: Readonly<Record<string, NameRule>> = {
  namespaces: 'label',
  services: 'label',
  'roles.rbac.authorization.k8s.io': 'path',
  'rolebindings.rbac.authorization.k8s.io': 'path',
  'clusterroles.rbac.authorization.k8s.io': 'path',
  'clusterrolebindings.rbac.authorization.k8s.io': 'path',
  'certificatesigningrequests.certificates.k8s.io': 'path',
  'ipaddresses.networking.k8s.io': 'path',
  'apiservices.apiregistration.k8s.io': 'path',
  'poddisruptionbudgets.policy': 'path',
  events: 'path',
  'events.events.k8s.io': 'path',
};

export function factsOf(resource: Resource): KindFacts {
  const name = qualifiedName(resource);
  const { custom } = resource;
  return {
    hasGeneration: custom || WITH_GENERATION.has(name),
    countsChanges: custom || (WITH_GENERATION.has(name) && !COUNTS_NOTHING.has(name)),
    countedMetadata: custom ? undefined : COUNTED_METADATA[name],
    createdByPut: CREATED_BY_PUT.has(name),
    updateNeedsVersion: custom || UPDATE_NEEDS_VERSION.has(name),
    deleteReturnsObject: DELETE_RETURNS_OBJECT.has(name),
    defaultPropagation: ORPHANS_BY_DEFAULT.has(name) ? 'Orphan' : NEVER_COLLECTED.has(name) ? 'none' : 'Background',
    nameRule: NAME_RULES[name] ?? 'subdomain',
    hasFreeFinalizers: custom || FREE_FINALIZERS.has(name),
  };
}
