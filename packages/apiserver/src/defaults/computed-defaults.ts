import { fieldAt, isJsonObject, type Json, type JsonObject, textAt, without } from '../objects/index.ts';
import { pullPolicyOf } from './image-name.ts';
import { withPodDefaults } from './pod-defaults.ts';
import { withServiceDefaults } from './service-defaults.ts';

/** The fields that are missing are added; the object itself is returned when none is. */
export function filled(value: JsonObject, fields: JsonObject): JsonObject {
  const missing = Object.entries(fields).filter(([name]) => value[name] === undefined);
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) };
}

const part = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return isJsonObject(found) ? found : {};
};

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);

function withPullPolicy(container: JsonObject): JsonObject {
  const kept = withoutStopSignal(container);
  return kept['imagePullPolicy'] ? kept : { ...kept, imagePullPolicy: pullPolicyOf(textAt(kept, 'image')) };
}

/** A field behind a gate that is closed by default: dropped without a word. */
function withoutStopSignal(container: JsonObject): JsonObject {
  const lifecycle = part(container, 'lifecycle');
  if (lifecycle['stopSignal'] === undefined) return container;
  const kept = without(lifecycle, 'stopSignal');
  return Object.keys(kept).length > 0 ? { ...container, lifecycle: kept } : without(container, 'lifecycle');
}

/** Coordinated election is behind a closed gate too. */
const withoutCoordination = (spec: JsonObject): JsonObject =>
  spec['strategy'] === undefined && spec['preferredHolder'] === undefined
    ? spec
    : without(spec, 'strategy', 'preferredHolder');

/** The account has two names of one meaning; what is said of either holds for both. */
function withBothAccountNames(spec: JsonObject): JsonObject {
  const name = spec['serviceAccountName'] || spec['serviceAccount'];
  if (!name || (spec['serviceAccountName'] === name && spec['serviceAccount'] === name)) return spec;
  return { ...spec, serviceAccountName: name, serviceAccount: name };
}

/** The address of a pod is also the first of its addresses. */
function withBothAddresses(status: JsonObject): JsonObject {
  const { podIP, podIPs } = status;
  const first = Array.isArray(podIPs) ? fieldAt(podIPs[0], ['ip']) : undefined;
  if (!podIP) return typeof first === 'string' ? { ...status, podIP: first } : status;
  return podIP === first ? status : { ...status, podIPs: [{ ip: podIP }] };
}

function withVolumeSource(volume: JsonObject): JsonObject {
  const image = volume['image'];
  if (isJsonObject(image) && !image['pullPolicy']) {
    return { ...volume, image: { ...image, pullPolicy: pullPolicyOf(textAt(image, 'reference')) } };
  }
  return Object.keys(volume).some((key) => key !== 'name') ? volume : { ...volume, emptyDir: {} };
}

/** A rolling update has limits; other strategies have none. */
const rolling =
  (limits: JsonObject) =>
  (strategy: JsonObject): JsonObject => {
    const typed = filled(strategy, { type: 'RollingUpdate' });
    if (typed['type'] !== 'RollingUpdate') return typed;
    const update = part(typed, 'rollingUpdate');
    const full = filled(update, limits);
    return full === typed['rollingUpdate'] ? typed : { ...typed, rollingUpdate: full };
  };

function withPartition(strategy: JsonObject): JsonObject {
  const typed = strategy['type'] ? strategy : { rollingUpdate: {}, ...strategy, type: 'RollingUpdate' };
  const update = typed['rollingUpdate'];
  if (typed['type'] !== 'RollingUpdate' || !isJsonObject(update) || update['partition'] !== undefined) return typed;
  return { ...typed, rollingUpdate: { ...update, partition: 0 } };
}

/** Of a Job itself; a CronJob's template is filled in when it becomes one. */
function withJobDefaults(job: JsonObject): JsonObject {
  const spec = part(job, 'spec');
  const isBare = spec['completions'] === undefined && spec['parallelism'] === undefined;
  const full = filled(spec, {
    parallelism: 1,
    ...(isBare && { completions: 1 }),
    backoffLimit: spec['backoffLimitPerIndex'] === undefined ? 6 : 2 ** 31 - 1,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
    manualSelector: false,
  });
  return withTemplateLabels({ ...job, spec: full });
}

/** A workload without labels has those of its pods. */
function withTemplateLabels(object: JsonObject): JsonObject {
  const labels = fieldAt(object, ['spec', 'template', 'metadata', 'labels']);
  const metadata = part(object, 'metadata');
  if (!isJsonObject(labels) || !isEmpty(metadata['labels'])) return object;
  return { ...object, metadata: { ...metadata, labels } };
}

function withControllerSelector(controller: JsonObject): JsonObject {
  const spec = part(controller, 'spec');
  const labels = fieldAt(spec, ['template', 'metadata', 'labels']);
  const selected = isJsonObject(labels) && isEmpty(spec['selector']) ? { ...spec, selector: labels } : spec;
  return withTemplateLabels(selected === spec ? controller : { ...controller, spec: selected });
}

const SCALE_UP: JsonObject = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};
const SCALE_DOWN: JsonObject = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

/** K-151: who says something about behaviour gets all of it said. */
function withScalingRules(behavior: JsonObject): JsonObject {
  const scaleUp = filled(part(behavior, 'scaleUp'), SCALE_UP);
  const scaleDown = filled(part(behavior, 'scaleDown'), SCALE_DOWN);
  const isFull = scaleUp === behavior['scaleUp'] && scaleDown === behavior['scaleDown'];
  return isFull ? behavior : { ...behavior, scaleUp, scaleDown };
}

const CPU_AT_80: Json = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];

function withMetrics(spec: JsonObject): JsonObject {
  const bounded = filled(spec, { minReplicas: 1 });
  return isEmpty(bounded['metrics']) ? { ...bounded, metrics: CPU_AT_80 } : bounded;
}

function withPolicyTypes(spec: JsonObject): JsonObject {
  if (!isEmpty(spec['policyTypes'])) return spec;
  return { ...spec, policyTypes: isEmpty(spec['egress']) ? ['Ingress'] : ['Ingress', 'Egress'] };
}

/** K-155: a limit is also the default limit, and the default limit the default request. */
function withContainerLimits(item: JsonObject): JsonObject {
  if (item['type'] !== 'Container') return item;
  const limits = { ...part(item, 'max'), ...part(item, 'default') };
  const requests = { ...part(item, 'min'), ...limits, ...part(item, 'defaultRequest') };
  return {
    ...item,
    ...(Object.keys(limits).length > 0 && { default: limits }),
    ...(Object.keys(requests).length > 0 && { defaultRequest: requests }),
  };
}

function withSubjectGroup(subject: JsonObject): JsonObject {
  if (subject['apiGroup'] || (subject['kind'] !== 'User' && subject['kind'] !== 'Group')) return subject;
  return { ...subject, apiGroup: 'rbac.authorization.k8s.io' };
}

function withAllocatable(status: JsonObject): JsonObject {
  const { capacity, allocatable } = status;
  return capacity !== undefined && allocatable === undefined ? { ...status, allocatable: capacity } : status;
}

function withDeviceCount(request: JsonObject): JsonObject {
  const moded = filled(request, { allocationMode: 'ExactCount' });
  return moded['allocationMode'] === 'ExactCount' && !moded['count'] ? { ...moded, count: 1 } : moded;
}

/** Claims in a set's spec say what they are, as no other part of an object does (K-146). */
function withClaimKinds(spec: JsonObject): JsonObject {
  const claims = spec['volumeClaimTemplates'];
  const isNamed = (claim: Json): boolean => isJsonObject(claim) && claim['kind'] !== undefined;
  if (!Array.isArray(claims) || claims.every(isNamed)) return spec;
  const kinds = { kind: 'PersistentVolumeClaim', apiVersion: 'v1' };
  return { ...spec, volumeClaimTemplates: claims.map((claim: Json) => ({ ...kinds, ...(claim as JsonObject) })) };
}

/** Type → what it fills in by what else it holds. */
export const computedDefaults: Readonly<Record<string, (value: JsonObject) => JsonObject>> = {
  'core.v1.Pod': withPodDefaults,
  'core.v1.PodSpec': withBothAccountNames,
  'core.v1.PodStatus': withBothAddresses,
  'core.v1.Container': withPullPolicy,
  'core.v1.EphemeralContainer': withPullPolicy,
  'core.v1.Volume': withVolumeSource,
  'core.v1.Service': withServiceDefaults,
  'core.v1.ReplicationController': withControllerSelector,
  'core.v1.LimitRangeItem': withContainerLimits,
  'core.v1.NodeStatus': withAllocatable,
  'apps.v1.DeploymentStrategy': rolling({ maxUnavailable: '25%', maxSurge: '25%' }),
  'apps.v1.DaemonSetUpdateStrategy': rolling({ maxUnavailable: 1, maxSurge: 0 }),
  'apps.v1.StatefulSetUpdateStrategy': withPartition,
  'apps.v1.StatefulSetSpec': withClaimKinds,
  'batch.v1.Job': withJobDefaults,
  'coordination.v1.LeaseSpec': withoutCoordination,
  'autoscaling.v2.HorizontalPodAutoscalerSpec': withMetrics,
  'autoscaling.v2.HorizontalPodAutoscalerBehavior': withScalingRules,
  'networking.v1.NetworkPolicySpec': withPolicyTypes,
  'rbac.v1.Subject': withSubjectGroup,
  'resource.v1.ExactDeviceRequest': withDeviceCount,
  'resource.v1.DeviceSubRequest': withDeviceCount,
};
