import { isJsonObject, type JsonObject, type JsonValue } from '@slipway/crd/schema';
import { filled, isEmpty, numberAt, objectAt, objectsAt, textAt, textsAt, valueAt } from './fields.ts';

/** Volumes that the operator adds by itself; a spec that named them, too, would have them twice. */
export interface AddedVolumes {
  readonly has: (volume: JsonObject) => boolean;
}

/**
 * Everything that a spec can say about pods, from a Deployment that is written out. Whole parts are taken as they
 * are; what the schema does not know of them is left out later, and reported.
 */
export function podFieldsOf(deployment: JsonObject, port: number | undefined, added: AddedVolumes): JsonObject {
  const template = objectAt(deployment, 'spec', 'template');
  const pod = objectAt(template, 'spec');
  const container = objectAt(pod, 'containers', 0);
  const volumes = objectsAt(pod, 'volumes').filter((volume) => !added.has(volume));
  const names = new Set(volumes.map(({ name }) => name));
  return filled({
    image: container['image'],
    port,
    resources: container['resources'],
    env: variablesOf(container),
    envFrom: container['envFrom'],
    command: container['command'],
    args: container['args'],
    probes: probesOf(container),
    imagePullPolicy: container['imagePullPolicy'],
    imagePullSecrets: pod['imagePullSecrets'],
    serviceAccountName: textAt(pod, 'serviceAccountName') === 'default' ? undefined : pod['serviceAccountName'],
    volumes,
    volumeMounts: objectsAt(container, 'volumeMounts').filter(({ name }) => names.has(name ?? '')),
    securityContext: securityOf(pod, container),
    ...Object.fromEntries(AS_IN_A_POD.map((name) => [name, pod[name]])),
    terminationGracePeriodSeconds: pod['terminationGracePeriodSeconds'],
    preStopSleepSeconds: numberAt(container, 'lifecycle', 'preStop', 'sleep', 'seconds') ?? 0,
    podAnnotations: textsAt(template, 'metadata', 'annotations'),
  });
}

const AS_IN_A_POD = [
  'nodeSelector',
  'tolerations',
  'affinity',
  'topologySpreadConstraints',
  'priorityClassName',
  'runtimeClassName',
] as const;

/** The first that serves TCP, since callers speak HTTP; of a container that tells none, the one that its Service leads to. */
export function portOf(deployment: JsonObject, service: JsonObject | undefined): number | undefined {
  const ports = objectsAt(deployment, 'spec', 'template', 'spec', 'containers', 0, 'ports');
  const [declared] = ports.filter(({ protocol = 'TCP' }) => protocol === 'TCP');
  return numberAt(declared, 'containerPort') ?? numberAt(service, 'spec', 'ports', 0, 'targetPort');
}

function variablesOf(container: JsonObject): JsonObject {
  const plain = objectsAt(container, 'env').filter(({ value }) => typeof value === 'string');
  return Object.fromEntries(plain.map((variable) => [textAt(variable, 'name') ?? '', variable['value'] ?? '']));
}

function probesOf(container: JsonObject): JsonObject {
  const readiness = container['readinessProbe'];
  const liveness = container['livenessProbe'];
  const off = { enabled: false };
  return filled({
    // Without one nobody asks; the operator would.
    readiness: isAsked(readiness) ? readiness : off,
    liveness: isAsked(liveness) ? liveness : off,
    startup: container['startupProbe'],
  });
}

/** A probe that runs a command cannot be expressed, and a probe of another kind is not the same one. */
const isAsked = (probe: JsonValue | undefined): boolean =>
  isJsonObject(probe) &&
  ['httpGet', 'tcpSocket', 'grpc'].some((way) => !isEmpty(probe[way]) || probe[way] !== undefined);

/** A container's word goes before its pod's. */
function securityOf(pod: JsonObject, container: JsonObject): JsonObject {
  const of = (name: string): JsonValue | undefined =>
    valueAt(container, 'securityContext', name) ?? valueAt(pod, 'securityContext', name);
  return filled({
    runAsUser: of('runAsUser'),
    runAsGroup: of('runAsGroup'),
    fsGroup: valueAt(pod, 'securityContext', 'fsGroup'),
    readOnlyRootFilesystem: of('readOnlyRootFilesystem'),
  });
}
