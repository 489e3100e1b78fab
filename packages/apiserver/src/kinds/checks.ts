import type { JsonObject, KubeObject } from '../objects/index.ts';
import type { FieldError } from '../status/index.ts';
import {
  checkApiService,
  checkAutoscaler,
  checkBinding,
  checkClaimChange,
  checkClaimSpec,
  checkConfigMap,
  checkControllerRevision,
  checkControllerRevisionChange,
  checkCronJob,
  checkDaemonSet,
  checkDeployment,
  checkDisruptionBudget,
  checkEndpointSlice,
  checkEndpoints,
  checkEvent,
  checkIngress,
  checkIngressClass,
  checkJob,
  checkJobChange,
  checkLease,
  checkLimitRange,
  checkNetworkPolicy,
  checkNode,
  checkNodeChange,
  checkPod,
  checkPodChange,
  checkPodTemplate,
  checkPriorityClass,
  checkPriorityClassChange,
  checkQuota,
  checkQuotaChange,
  checkReplicaSet,
  checkReplicaStatus,
  checkReplicationController,
  checkRole,
  checkRuntimeClass,
  checkSameRole,
  checkSameSelector,
  checkSealed,
  checkSecret,
  checkService,
  checkServiceChange,
  checkServiceStatus,
  checkStatefulSet,
  checkStatefulSetChange,
  checkStorageClass,
  checkStorageClassChange,
  checkVolume,
  checkVolumeChange,
  immutableFields,
  PLACES,
  Report,
} from '../validation/index.ts';

type Check = (report: Report, object: JsonObject, old: JsonObject | undefined) => void;
type ChangeCheck = (report: Report, object: JsonObject, old: JsonObject) => void;

interface KindChecks {
  readonly create: Check;
  /** @default `create` */
  readonly change?: ChangeCheck;
  readonly status?: ChangeCheck;
}

/** The same for old and new objects, then what may not change. */
const then =
  (check: Check, change: ChangeCheck): ChangeCheck =>
  (report, object, old) => {
    check(report, object, old);
    change(report, object, old);
  };

const first =
  (change: ChangeCheck, check: Check): ChangeCheck =>
  (report, object, old) => {
    change(report, object, old);
    check(report, object, old);
  };

const part = (object: JsonObject, name: string): JsonObject => (object[name] ?? {}) as JsonObject;

const labelOf = (object: JsonObject, label: string): unknown => part(part(object, 'metadata'), 'labels')[label];

/** L-23: the own controllers tell where processes of this machine listen. */
const isOwnSlice = (object: JsonObject): boolean =>
  labelOf(object, 'endpointslice.kubernetes.io/managed-by') === 'endpointslice-controller.k8s.io';
const isOwnEndpoints = (object: JsonObject): boolean =>
  labelOf(object, 'endpoints.kubernetes.io/managed-by') === 'endpoint-controller';

const slice: Check = (report, object, old) => checkEndpointSlice(report, object, old, isOwnSlice(object));
const endpoints: Check = (report, object, old) => checkEndpoints(report, object, old, isOwnEndpoints(object));
const claim: Check = (report, object) => checkClaimSpec(report, part(object, 'spec'), PLACES.spec);
const template: Check = (report, object) => checkPodTemplate(report, part(object, 'template'), PLACES.template);
const role: Check = (report, object) => checkRole(report, object, true);
const clusterRole: Check = (report, object) => checkRole(report, object, false);
const binding: Check = (report, object) => checkBinding(report, object, true);
const clusterBinding: Check = (report, object) => checkBinding(report, object, false);

const counts =
  (all: string, bounded: string, ready = 'readyReplicas'): ChangeCheck =>
  (report, object) =>
    checkReplicaStatus(report, part(object, 'status'), all.split(' '), bounded.split(' '), ready, PLACES.status);

/** Collection → what is looked at when an object of it is written. */
const CHECKS: Readonly<Record<string, KindChecks>> = {
  configmaps: {
    create: checkConfigMap,
    change: first((report, object, old) => checkSealed(report, object, old, 'data', 'binaryData'), checkConfigMap),
  },
  secrets: {
    create: checkSecret,
    change: first((report, object, old) => {
      immutableFields(report, object, old, 'type');
      checkSealed(report, object, old, 'data');
    }, checkSecret),
  },
  pods: { create: checkPod, change: checkPodChange },
  podtemplates: { create: template },
  replicationcontrollers: { create: checkReplicationController },
  services: { create: checkService, change: first(checkServiceChange, checkService), status: checkServiceStatus },
  endpoints: { create: endpoints },
  events: { create: checkEvent },
  nodes: {
    create: checkNode,
    change: then(checkNode, checkNodeChange),
    status: then(checkNode, checkNodeChange),
  },
  limitranges: { create: checkLimitRange },
  resourcequotas: { create: checkQuota, change: then(checkQuota, checkQuotaChange) },
  persistentvolumeclaims: { create: claim, change: then(claim, checkClaimChange) },
  persistentvolumes: { create: checkVolume, change: then(checkVolume, checkVolumeChange) },
  'deployments.apps': {
    create: checkDeployment,
    change: then(checkDeployment, checkSameSelector),
    status: counts(
      'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas terminatingReplicas collisionCount',
      'updatedReplicas readyReplicas availableReplicas',
    ),
  },
  'replicasets.apps': {
    create: checkReplicaSet,
    change: then(checkReplicaSet, checkSameSelector),
    status: counts(
      'replicas fullyLabeledReplicas readyReplicas availableReplicas observedGeneration terminatingReplicas',
      'fullyLabeledReplicas readyReplicas availableReplicas',
    ),
  },
  'statefulsets.apps': {
    create: (report, object) => checkStatefulSet(report, object, true),
    change: then((report, object) => checkStatefulSet(report, object, false), checkStatefulSetChange),
    status: counts(
      'replicas readyReplicas currentReplicas updatedReplicas availableReplicas observedGeneration collisionCount',
      'readyReplicas currentReplicas updatedReplicas availableReplicas',
      'status.readyReplicas',
    ),
  },
  'daemonsets.apps': { create: checkDaemonSet, change: first(checkSameSelector, checkDaemonSet) },
  'controllerrevisions.apps': { create: checkControllerRevision, change: checkControllerRevisionChange },
  'jobs.batch': { create: checkJob, change: checkJobChange },
  'cronjobs.batch': { create: checkCronJob },
  'horizontalpodautoscalers.autoscaling': { create: checkAutoscaler },
  'poddisruptionbudgets.policy': { create: checkDisruptionBudget },
  'networkpolicies.networking.k8s.io': { create: checkNetworkPolicy },
  'ingresses.networking.k8s.io': { create: (report, object, old) => checkIngress(report, object, old === undefined) },
  'ingressclasses.networking.k8s.io': {
    create: checkIngressClass,
    change: first((report, object, old) => {
      immutableFields(report, part(object, 'spec'), part(old, 'spec'), 'controller', PLACES.spec);
    }, checkIngressClass),
  },
  'roles.rbac.authorization.k8s.io': { create: role },
  'clusterroles.rbac.authorization.k8s.io': { create: clusterRole },
  'rolebindings.rbac.authorization.k8s.io': { create: binding, change: then(binding, checkSameRole) },
  'clusterrolebindings.rbac.authorization.k8s.io': {
    create: clusterBinding,
    change: then(clusterBinding, checkSameRole),
  },
  'priorityclasses.scheduling.k8s.io': { create: checkPriorityClass, change: checkPriorityClassChange },
  'storageclasses.storage.k8s.io': { create: checkStorageClass, change: checkStorageClassChange },
  'runtimeclasses.node.k8s.io': {
    create: checkRuntimeClass,
    change: (report, object, old) => immutableFields(report, object, old, 'handler'),
  },
  'apiservices.apiregistration.k8s.io': { create: checkApiService },
  'leases.coordination.k8s.io': { create: checkLease },
  'endpointslices.discovery.k8s.io': { create: slice },
};

/** What is wrong with an object of a collection, or with what became of `old`. */
export function kindErrors(
  collection: string,
  object: KubeObject,
  old: KubeObject | undefined,
  subresource: string | undefined,
): FieldError[] {
  const checks = Object.hasOwn(CHECKS, collection) ? CHECKS[collection] : undefined;
  if (!checks) return [];
  const report = new Report();
  const now = object as unknown as JsonObject;
  const before = old as unknown as JsonObject | undefined;
  if (before === undefined) checks.create(report, now, before);
  else if (subresource === 'status') checks.status?.(report, now, before);
  // Orders such as a binding change what nobody else may.
  else if (subresource === undefined || subresource === 'scale') (checks.change ?? checks.create)(report, now, before);
  return report.errors;
}
