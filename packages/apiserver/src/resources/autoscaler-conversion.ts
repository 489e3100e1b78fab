import {
  fieldAt,
  isJsonObject,
  type Json,
  type JsonObject,
  type KubeObject,
  withField,
  without,
} from '../objects/index.ts';
import type { Conversion } from './conversion.ts';

/**
 * autoscaling/v1 knows one metric, the share of CPU. What else a stored autoscaler has is shown in
 * annotations and read back from them, so that nothing is lost on the way through the old version.
 */
const PREFIX = 'autoscaling.alpha.kubernetes.io';
const METRICS = `${PREFIX}/metrics`;
const CURRENT_METRICS = `${PREFIX}/current-metrics`;
const BEHAVIOR = `${PREFIX}/behavior`;
const CONDITIONS = `${PREFIX}/conditions`;

const part = (value: unknown, name: string): JsonObject => {
  const found = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
};
const list = (value: unknown, name: string): readonly JsonObject[] => {
  const found = isJsonObject(value) ? value[name] : undefined;
  return Array.isArray(found) ? (found as JsonObject[]) : [];
};
/** Without fields that are not there. */
const present = (fields: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as JsonObject;

const cpuShare = (metric: JsonObject): Json | undefined =>
  metric['type'] === 'Resource' && fieldAt(metric, ['resource', 'name']) === 'cpu'
    ? (fieldAt(metric, ['resource', 'target', 'averageUtilization']) as Json | undefined)
    : undefined;

/** Each kind of metric under the names of the old version, in the order in which it writes them. */
function oldMetric(metric: JsonObject, of: 'target' | 'current'): JsonObject {
  const values =
    of === 'target'
      ? ['targetValue', 'targetAverageValue', 'targetAverageUtilization']
      : ['currentValue', 'currentAverageValue', 'currentAverageUtilization'];
  const [value = '', average = '', share = ''] = values;
  const shown: Record<string, Json> = { type: metric['type'] ?? '' };
  for (const kind of ['object', 'pods', 'resource', 'containerResource', 'external']) {
    if (!isJsonObject(metric[kind])) continue;
    const source = part(metric, kind);
    const amounts = part(source, of);
    const { name: metricName = '', selector } = part(source, 'metric');
    const { kind: targetKind = '', name = '', apiVersion } = part(source, 'describedObject');
    const forms: Readonly<Record<string, Readonly<Record<string, Json | undefined>>>> = {
      object: {
        target: present({ kind: targetKind, name, apiVersion }),
        metricName,
        [value]: amounts['value'] ?? '0',
        selector,
        averageValue: amounts['averageValue'],
      },
      pods: { metricName, [average]: amounts['averageValue'] ?? '0', selector },
      resource: {
        name: source['name'] ?? '',
        [share]: amounts['averageUtilization'],
        [average]: amounts['averageValue'],
      },
      containerResource: {
        name: source['name'] ?? '',
        [share]: amounts['averageUtilization'],
        [average]: amounts['averageValue'],
        container: source['container'] ?? '',
      },
      external: { metricName, metricSelector: selector, [value]: amounts['value'], [average]: amounts['averageValue'] },
    };
    shown[kind] = present(forms[kind] ?? {});
  }
  return shown;
}

function newMetric(metric: JsonObject, of: 'target' | 'current'): JsonObject {
  const prefix = of;
  const result: Record<string, Json> = { type: metric['type'] ?? '' };
  for (const kind of ['object', 'pods', 'resource', 'containerResource', 'external']) {
    if (!isJsonObject(metric[kind])) continue;
    const old = part(metric, kind);
    const value = old[`${prefix}Value`];
    const averageValue = old[`${prefix}AverageValue`] ?? old['averageValue'];
    const averageUtilization = old[`${prefix}AverageUtilization`];
    const isZero = kind === 'object' && averageValue !== undefined && value === '0';
    const type =
      averageUtilization !== undefined ? 'Utilization' : averageValue !== undefined ? 'AverageValue' : 'Value';
    const amounts = present({
      ...(of === 'target' && { type }),
      value: isZero ? undefined : value,
      averageValue,
      averageUtilization,
    });
    const selector = old['selector'] ?? old['metricSelector'];
    result[kind] = present({
      ...(kind === 'object' && { describedObject: old['target'] }),
      ...('metricName' in old ? { metric: present({ name: old['metricName'], selector }) } : { name: old['name'] }),
      ...(kind === 'containerResource' && { container: old['container'] }),
      [of]: amounts,
    });
  }
  return result;
}

/** Behaviour is kept under the names of Go, which the server's own type has. */
const GO_NAMES = ['stabilizationWindowSeconds', 'selectPolicy', 'policies', 'tolerance'] as const;
const upper = (name: string): string => `${name[0]?.toUpperCase()}${name.slice(1)}`;
const lower = (name: string): string => `${name[0]?.toLowerCase()}${name.slice(1)}`;

function goRules(rules: JsonObject): JsonObject {
  return Object.fromEntries(
    GO_NAMES.map((name) => [
      upper(name),
      name === 'policies'
        ? list(rules, name).map(({ type = '', value = 0, periodSeconds = 0 }) => ({
            Type: type,
            Value: value,
            PeriodSeconds: periodSeconds,
          }))
        : (rules[name] ?? null),
    ]),
  );
}

function withLowerNames(value: Json): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withLowerNames(one));
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null);
  return Object.fromEntries(kept.map(([key, one]) => [lower(key), withLowerNames(one)]));
}

function fromStored(autoscaler: KubeObject): KubeObject {
  const { metadata } = autoscaler;
  const spec = part(autoscaler, 'spec');
  const status = part(autoscaler, 'status');
  const metrics = list(spec, 'metrics');
  const others = metrics.filter((metric) => cpuShare(metric) === undefined);
  const current = list(status, 'currentMetrics');
  const conditions = list(status, 'conditions');
  const behavior = spec['behavior'];
  const extra = present({
    [METRICS]: others.length > 0 ? JSON.stringify(others.map((one) => oldMetric(one, 'target'))) : undefined,
    [CURRENT_METRICS]: current.length > 0 ? JSON.stringify(current.map((one) => oldMetric(one, 'current'))) : undefined,
    [BEHAVIOR]: isJsonObject(behavior)
      ? JSON.stringify({ ScaleUp: goRules(part(behavior, 'scaleUp')), ScaleDown: goRules(part(behavior, 'scaleDown')) })
      : undefined,
    [CONDITIONS]: conditions.length > 0 ? JSON.stringify(conditions) : undefined,
  }) as Readonly<Record<string, string>>;
  const annotations = { ...metadata.annotations, ...extra };
  return {
    ...autoscaler,
    metadata: withField(metadata, 'annotations', Object.keys(annotations).length > 0 ? annotations : undefined),
    spec: present({
      scaleTargetRef: spec['scaleTargetRef'],
      minReplicas: spec['minReplicas'],
      maxReplicas: spec['maxReplicas'] ?? 0,
      targetCPUUtilizationPercentage: metrics.map(cpuShare).find((share) => share !== undefined),
    }),
    status: present({
      observedGeneration: status['observedGeneration'],
      lastScaleTime: status['lastScaleTime'],
      currentReplicas: status['currentReplicas'] ?? 0,
      desiredReplicas: status['desiredReplicas'] ?? 0,
      currentCPUUtilizationPercentage: current
        .filter((metric) => fieldAt(metric, ['resource', 'name']) === 'cpu')
        .map((metric) => fieldAt(metric, ['resource', 'current', 'averageUtilization']) as Json | undefined)
        .find((share) => share !== undefined),
    }),
  };
}

function parsed(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    // What a client wrote there by hand is dropped, as a real server drops it.
    return undefined;
  }
}

function toStored(autoscaler: KubeObject): KubeObject {
  const { metadata } = autoscaler;
  const spec = part(autoscaler, 'spec');
  const status = part(autoscaler, 'status');
  const annotations = metadata.annotations ?? {};
  const others = parsed(annotations[METRICS]);
  const current = parsed(annotations[CURRENT_METRICS]);
  const behavior = parsed(annotations[BEHAVIOR]);
  const conditions = parsed(annotations[CONDITIONS]);
  const averageUtilization = spec['targetCPUUtilizationPercentage'];
  const cpu = (share: Json): JsonObject => ({
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: share } },
  });
  const metrics = [
    ...(Array.isArray(others) ? (others as JsonObject[]).map((one) => newMetric(one, 'target')) : []),
    ...(averageUtilization === undefined ? [] : [cpu(averageUtilization)]),
  ];
  const kept = without(annotations, METRICS, CURRENT_METRICS, BEHAVIOR, CONDITIONS);
  return {
    ...autoscaler,
    metadata: withField(metadata, 'annotations', Object.keys(kept).length > 0 ? kept : undefined),
    spec: present({
      scaleTargetRef: spec['scaleTargetRef'],
      minReplicas: spec['minReplicas'],
      maxReplicas: spec['maxReplicas'] ?? 0,
      metrics: metrics.length > 0 ? metrics : [cpu(80)],
      behavior: behavior === undefined ? undefined : withLowerNames(behavior),
    }),
    status: present({
      observedGeneration: status['observedGeneration'],
      lastScaleTime: status['lastScaleTime'],
      currentReplicas: status['currentReplicas'] || undefined,
      desiredReplicas: status['desiredReplicas'] ?? 0,
      currentMetrics: Array.isArray(current) ? (current as JsonObject[]).map((one) => newMetric(one, 'current')) : null,
      conditions,
    }),
  };
}

export const autoscalerConversion: Conversion = { toStored, fromStored };
