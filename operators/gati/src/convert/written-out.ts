import { isJsonObject, type JsonObject, type JsonValue } from '@slipway/crd/schema';
import { filled, numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from './fields.ts';
import { nameOf } from './group.ts';

const PROBES = ['readinessProbe', 'livenessProbe', 'startupProbe'] as const;

/** What the API server fills in where a probe says nothing. The operator's own defaults are others. */
const PROBE_TIMES = {
  initialDelaySeconds: 0,
  periodSeconds: 10,
  timeoutSeconds: 1,
  failureThreshold: 3,
  successThreshold: 1,
};

const SCALER_RULES = {
  scaleUp: {
    stabilizationWindowSeconds: 0,
    selectPolicy: 'Max',
    policies: [
      { type: 'Pods', value: 4, periodSeconds: 15 },
      { type: 'Percent', value: 100, periodSeconds: 15 },
    ],
  },
  scaleDown: {
    stabilizationWindowSeconds: 300,
    selectPolicy: 'Max',
    policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
  },
};

/**
 * A Deployment with what the API server fills in and the operator would fill in otherwise; ports by number, and
 * variables with their values where a ConfigMap at hand has them. Order and places stay: a path in the
 * result is one in the manifest.
 */
export function writtenOutDeployment(deployment: JsonObject, configMaps: readonly JsonObject[]): JsonObject {
  const spec = objectAt(deployment, 'spec');
  const template = objectAt(spec, 'template');
  const pod = objectAt(template, 'spec');
  const containers = objectsAt(pod, 'containers').map((container) => writtenOutContainer(container, configMaps));
  const { serviceAccount, ...rest } = pod;
  const serviceAccountName = pod['serviceAccountName'] ?? serviceAccount;
  const written = {
    terminationGracePeriodSeconds: 30,
    ...rest,
    ...(serviceAccountName !== undefined && { serviceAccountName }),
    containers,
  };
  return { ...deployment, spec: { ...spec, template: { ...template, spec: written } } };
}

function writtenOutContainer(container: JsonObject, configMaps: readonly JsonObject[]): JsonObject {
  const ports = objectsAt(container, 'ports').map((port): JsonObject => ({ protocol: 'TCP', ...port }));
  const probes = PROBES.flatMap((name) => {
    const probe = container[name];
    return isJsonObject(probe) ? [[name, writtenOutProbe(probe, ports)] as const] : [];
  });
  const env = objectsAt(container, 'env').map((variable) => resolved(variable, configMaps));
  return {
    ...container,
    ...filled({ ports, env }),
    ...Object.fromEntries(probes),
    securityContext: { readOnlyRootFilesystem: false, ...objectAt(container, 'securityContext') },
  };
}

function writtenOutProbe(probe: JsonObject, ports: readonly JsonObject[]): JsonObject {
  const { httpGet, tcpSocket, grpc } = probe;
  return {
    ...PROBE_TIMES,
    ...probe,
    ...(isJsonObject(httpGet) && { httpGet: { path: '/', scheme: 'HTTP', ...numbered(httpGet, ports) } }),
    ...(isJsonObject(tcpSocket) && { tcpSocket: numbered(tcpSocket, ports) }),
    ...(isJsonObject(grpc) && { grpc: { service: '', ...grpc } }),
  };
}

function numbered(way: JsonObject, ports: readonly JsonObject[]): JsonObject {
  return { ...way, ...filled({ port: portNumber(way['port'], ports) }) };
}

function portNumber(port: JsonValue | undefined, ports: readonly JsonObject[]): JsonValue | undefined {
  return ports.find(({ name }) => name !== undefined && name === port)?.['containerPort'] ?? port;
}

/** A key of a ConfigMap that is at hand is a plain value. */
function resolved(variable: JsonObject, configMaps: readonly JsonObject[]): JsonObject {
  const key = textAt(variable, 'valueFrom', 'configMapKeyRef', 'key') ?? '';
  const name = textAt(variable, 'valueFrom', 'configMapKeyRef', 'name');
  const value = textsAt(
    configMaps.find((one) => nameOf(one) === name),
    'data',
  )[key];
  if (value !== undefined) return { name: variable['name'] ?? '', value };
  return variable['valueFrom'] === undefined ? { value: '', ...variable } : variable;
}

/** A Service whose ports lead to numbers. */
export function writtenOutService(service: JsonObject, deployment: JsonObject): JsonObject {
  const containers = objectsAt(deployment, 'spec', 'template', 'spec', 'containers');
  const named = containers.flatMap((container) => objectsAt(container, 'ports'));
  const ports = objectsAt(service, 'spec', 'ports').map((port): JsonObject => {
    const targetPort = portNumber(port['targetPort'] ?? port['port'], named);
    return { protocol: 'TCP', ...port, ...filled({ targetPort }) };
  });
  return { ...service, spec: { type: 'ClusterIP', ...objectAt(service, 'spec'), ports } };
}

/** A HorizontalPodAutoscaler in the words of `autoscaling/v2`; a ScaledObject as it is. */
export function writtenOutScaler(scaler: JsonObject): JsonObject {
  if (scaler['kind'] !== 'HorizontalPodAutoscaler') return scaler;
  const { targetCPUUtilizationPercentage: cpu, ...spec } = objectAt(scaler, 'spec');
  const resource = (averageUtilization: JsonValue): JsonObject => ({
    type: 'Resource',
    resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization } },
  });
  const rules = (way: 'scaleUp' | 'scaleDown'): JsonObject => ({
    ...SCALER_RULES[way],
    ...objectAt(spec, 'behavior', way),
  });
  const metrics = valueAt(spec, 'metrics') ?? (cpu === undefined ? undefined : [resource(cpu)]);
  return {
    ...scaler,
    spec: {
      ...spec,
      minReplicas: numberAt(spec, 'minReplicas') ?? 1,
      ...filled({ metrics }),
      behavior: { scaleUp: rules('scaleUp'), scaleDown: rules('scaleDown') },
    },
  };
}
