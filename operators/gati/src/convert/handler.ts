import type { JsonObject } from '@slipway/crd/schema';
import { ANNOTATIONS, LABELS, versionObjectName } from '../names/index.ts';
import { filled, numberAt, objectAt, objectsAt, textAt, textsAt } from './fields.ts';
import { type Group, isGenerated, nameOf } from './group.ts';
import { isAddedToHandler, metadataFor } from './metadata.ts';
import type { Choice, ConvertOptions, Draft } from './model.ts';
import { podFieldsOf, portOf } from './pod-fields.ts';
import { scalingOf } from './scaling.ts';

/** The GatiHandler that a group stands for, with everything that can be expressed and perhaps more. */
export function handlerOf(group: Group, options: ConvertOptions): Draft {
  const { deployment, scaler } = group;
  const choices: Choice[] = [];
  const version = options.version ?? versionOf(group, choices);
  const name = options.name ?? handlerName(group, version);
  const scaling = scaler && scalingOf(scaler);
  const port = options.port ?? portOf(deployment, stableServiceOf(group));
  const spec = {
    handlerPath: options.path ?? pathOf(group, choices),
    version,
    replicas: numberAt(deployment, 'spec', 'replicas') ?? numberAt(scaling, 'minReplicas') ?? 1,
    ...podFieldsOf(deployment, port, {
      has: (volume) => isGenerated(deployment) && isAddedToHandler(volume, deployment),
    }),
    ...filled({ scaling, service: serviceOf(group) }),
  };
  const metadata = metadataFor(name, deployment);
  return { resource: { apiVersion: 'gati.dev/v1alpha1', kind: 'GatiHandler', metadata, spec }, choices };
}

/** A handler's own Service has the name of its Deployment; every other one of its pods is what callers use. */
export function stableServiceOf({ deployment, services }: Group): JsonObject | undefined {
  return services.find((service) => !isGenerated(service) || nameOf(service) !== nameOf(deployment));
}

function serviceOf(group: Group): JsonObject | undefined {
  const service = stableServiceOf(group);
  if (!service) return undefined;
  const { [ANNOTATIONS.split]: _split, ...annotations } = textsAt(service, 'metadata', 'annotations');
  return filled({
    type: textAt(service, 'spec', 'type'),
    port: numberAt(service, 'spec', 'ports', 0, 'port'),
    annotations,
  });
}

/** Every place where a version is declared, the surest first. */
function versionOf({ deployment, configMaps }: Group, choices: Choice[]): string {
  const declared =
    textAt(deployment, 'metadata', 'annotations', ANNOTATIONS.version) ??
    variableOf(deployment, 'HANDLER_VERSION') ??
    ownConfigOf(deployment, configMaps)['version'] ??
    textAt(deployment, 'metadata', 'labels', LABELS.version);
  if (declared !== undefined) return declared;
  const image = textAt(deployment, 'spec', 'template', 'spec', 'containers', 0, 'image') ?? '';
  const [, tag = 'v1'] = /:([\w.-]+)(?:@.*)?$/.exec(image) ?? [];
  choices.push({ field: 'spec.version', why: 'is the tag of the image', wayOut: '--version gives another' });
  return tag;
}

function pathOf({ deployment, configMaps }: Group, choices: Choice[]): string {
  const declared =
    textAt(deployment, 'metadata', 'annotations', ANNOTATIONS.handlerPath) ??
    variableOf(deployment, 'HANDLER_PATH') ??
    ownConfigOf(deployment, configMaps)['handler-path'];
  if (declared === undefined)
    choices.push({
      field: 'spec.handlerPath',
      why: 'is everything, since no path is given',
      wayOut: '--path gives another',
    });
  return declared ?? '/';
}

/** The operator's own objects are named after their handler; by which of the names, the names themselves tell. */
function handlerName({ deployment }: Group, version: string): string {
  if (!isGenerated(deployment)) return nameOf(deployment);
  const label = textAt(deployment, 'metadata', 'labels', LABELS.handler) ?? '';
  const candidates = [variableOf(deployment, 'HANDLER_ID'), label].filter((name) => name !== undefined);
  return candidates.find((name) => versionObjectName(name, version) === nameOf(deployment)) ?? label;
}

export function variableOf(deployment: JsonObject, name: string): string | undefined {
  const variables = objectsAt(deployment, 'spec', 'template', 'spec', 'containers', 0, 'env');
  return textAt(
    variables.find((variable) => variable['name'] === name),
    'value',
  );
}

/** The content of the ConfigMaps that belong to a Deployment by name. */
export function ownConfigOf(deployment: JsonObject, configMaps: readonly JsonObject[]): Record<string, string> {
  const names = new Set([nameOf(deployment), `${nameOf(deployment)}-config`]);
  const own = configMaps.filter((configMap) => names.has(nameOf(configMap)));
  return Object.assign({}, ...own.map((configMap) => objectAt(configMap, 'data'))) as Record<string, string>;
}
