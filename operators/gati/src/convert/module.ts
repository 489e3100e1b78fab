import type { JsonObject, JsonValue } from '@slipway/crd/schema';
import { ANNOTATIONS, LABELS } from '../names/index.ts';
import { filled, numberAt, objectsAt, textAt, textsAt, valueAt } from './fields.ts';
import { type Group, isGenerated, nameOf } from './group.ts';
import { ownConfigOf, variableOf } from './handler.ts';
import { isAddedToHandler, metadataFor } from './metadata.ts';
import type { Choice, ConvertOptions, Draft } from './model.ts';
import { networkOf } from './network.ts';
import { podFieldsOf, portOf } from './pod-fields.ts';
import { scalingOf } from './scaling.ts';

const STORAGE = 'gati-storage';
const SECRETS_PATH = '/etc/gati/secrets/';

export function isModule({ deployment, configMaps }: Group): boolean {
  const declared = ownConfigOf(deployment, configMaps)['module-name'] ?? variableOf(deployment, 'MODULE_NAME');
  return declared !== undefined || textAt(deployment, 'metadata', 'labels', LABELS.module) !== undefined;
}

/** The GatiModule that a group stands for, with everything that can be expressed and perhaps more. */
export function moduleOf(group: Group, options: ConvertOptions): Draft {
  const { deployment, scaler, configMaps, policy } = group;
  const choices: Choice[] = [];
  const config = ownConfigOf(deployment, configMaps);
  const declared = (annotation: string, variable: string, key: string): string | undefined =>
    textAt(deployment, 'metadata', 'annotations', annotation) ?? config[key] ?? variableOf(deployment, variable);
  const name = options.name ?? moduleName(deployment);
  const type = options.moduleType ?? declared(ANNOTATIONS.moduleType, 'MODULE_TYPE', 'module-type');
  if (type === undefined)
    choices.push({ field: 'spec.moduleType', why: 'runs the image as it is', wayOut: '--module-type gives another' });
  const moduleType = type ?? 'oci';
  const scaling = scaler && scalingOf(scaler);
  const capabilities = capabilitiesOf(group, config, choices);
  const port = options.port ?? portOf(deployment, group.services[0]);
  const pod = podFieldsOf(deployment, port, {
    has: (volume) => isGenerated(deployment) && isAdded(volume, deployment),
  });
  const hosts = variableOf(deployment, 'GATI_ALLOWED_HOSTS')?.split(',');
  const spec = {
    moduleName: declared(ANNOTATIONS.moduleName, 'MODULE_NAME', 'module-name') ?? name,
    moduleType,
    runtime: options.runtime ?? declared(ANNOTATIONS.runtime, 'WASM_RUNTIME', 'runtime') ?? moduleType,
    replicas: numberAt(deployment, 'spec', 'replicas') ?? numberAt(scaling, 'minReplicas') ?? 1,
    ...pod,
    ...filled({
      protocol: protocolOf(group),
      capabilities,
      scaling,
      service: serviceOf(group),
      oci: filled({ workingDir: valueAt(deployment, 'spec', 'template', 'spec', 'containers', 0, 'workingDir') }),
      wasm: moduleType === 'wasm' ? filled({ runtimeClassName: pod['runtimeClassName'] }) : undefined,
      ...(isGenerated(deployment) && { storage: storageOf(deployment), secrets: secretsOf(deployment) }),
      network: filled({ ...(policy && networkOf(policy, capabilities)), allowedHosts: hosts }),
    }),
  };
  const metadata = metadataFor(name, deployment);
  return { resource: { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiModule', metadata, spec }, choices };
}

function moduleName(deployment: JsonObject): string {
  const label = textAt(deployment, 'metadata', 'labels', LABELS.module);
  return label !== undefined && isGenerated(deployment) ? label : nameOf(deployment);
}

/** Where nothing is declared, a workload of before may talk to everyone; a module may not unless it declares it. */
function capabilitiesOf(
  { policy }: Group,
  { capabilities: declared }: Readonly<Record<string, string>>,
  choices: Choice[],
): string[] {
  if (declared !== undefined) return declared.split(',').filter((name) => name !== '');
  if (policy) return [];
  const why = 'lets it talk to everyone, as before';
  choices.push({ field: 'spec.capabilities', why, wayOut: 'name what it needs' });
  return ['network'];
}

function protocolOf({ deployment, services }: Group): JsonValue {
  const container = valueAt(deployment, 'spec', 'template', 'spec', 'containers', 0);
  const words = [
    textAt(container, 'ports', 0, 'name'),
    ...services.flatMap((service) =>
      objectsAt(service, 'spec', 'ports').flatMap((port) => [textAt(port, 'name'), textAt(port, 'appProtocol')]),
    ),
  ].map((word) => word ?? '');
  if (words.some((word) => /grpc|h2c/i.test(word)) || numberAt(container, 'ports', 0, 'containerPort') === 50051)
    return words[0] === 'http' ? 'http' : 'grpc';
  return words[0] === 'tcp' ? 'tcp' : 'http';
}

function serviceOf({ services: [service] }: Group): JsonObject | undefined {
  if (!service) return undefined;
  const annotations = Object.entries(textsAt(service, 'metadata', 'annotations')).filter(
    ([key]) => !key.startsWith('gati.dev/'),
  );
  return filled({
    type: textAt(service, 'spec', 'type'),
    port: numberAt(service, 'spec', 'ports', 0, 'port'),
    headless: textAt(service, 'spec', 'clusterIP') === 'None' ? true : undefined,
    annotations: Object.fromEntries(annotations),
  });
}

function isAdded(volume: JsonObject, deployment: JsonObject): boolean {
  return (
    isAddedToHandler(volume, deployment) ||
    volume['name'] === STORAGE ||
    textAt(volume, 'name')?.startsWith('gati-secret-') === true
  );
}

function storageOf(deployment: JsonObject): JsonObject {
  const pod = valueAt(deployment, 'spec', 'template', 'spec');
  const volume = objectsAt(pod, 'volumes').find(({ name }) => name === STORAGE);
  const mount = objectsAt(pod, 'containers', 0, 'volumeMounts').find(({ name }) => name === STORAGE);
  return filled({
    claimName: textAt(volume, 'persistentVolumeClaim', 'claimName'),
    sizeLimit: textAt(volume, 'emptyDir', 'sizeLimit'),
    mountPath: textAt(mount, 'mountPath'),
  });
}

function secretsOf(deployment: JsonObject): string[] {
  const mounts = objectsAt(deployment, 'spec', 'template', 'spec', 'containers', 0, 'volumeMounts');
  return mounts.flatMap((mount) => {
    const path = textAt(mount, 'mountPath') ?? '';
    return path.startsWith(SECRETS_PATH) ? [path.slice(SECRETS_PATH.length)] : [];
  });
}
