import { isPodWrite, objectsAt, refusal, withSpec } from '../admitted/index.ts';
import { type JsonObject, type KubeObject, textAt } from '../objects/index.ts';
import type { AdmissionPlugin, Attributes, Kernel } from '../operations/index.ts';
import { limitErrors } from './limits.ts';
import { type ResourceList, resourceList } from './resource-list.ts';

const ANNOTATION = 'kubernetes.io/limit-ranger';

/** LimitRanges of a namespace: what containers get who say nothing, and what nobody may exceed. */
export function limitRanger({ store }: Pick<Kernel, 'store'>): AdmissionPlugin {
  const rangesFor = (attributes: Attributes): readonly KubeObject[] => {
    const { target, old } = attributes;
    if (!isLimited(attributes) || old?.metadata.deletionTimestamp !== undefined) return [];
    return store.list('limitranges', target.namespace).map(({ object }) => object);
  };
  return {
    name: 'LimitRanger',
    mutate(attributes) {
      if (!isPodWrite(attributes)) return attributes.object;
      return rangesFor(attributes).reduce(withDefaults, attributes.object);
    },
    validate(attributes) {
      const { object, target } = attributes;
      if (!object) return;
      for (const range of rangesFor(attributes)) {
        const errors = [...new Set(limitErrors(range, object, target.resource.kind))];
        if (errors.length > 0)
          throw refusal(attributes, errors.length === 1 ? `${errors[0]}` : `[${errors.join(', ')}]`);
      }
    },
  };
}

/** Containers never change after a pod was created, claims do. */
function isLimited({ operation, target }: Attributes): boolean {
  if (target.subresource !== undefined) return target.subresource === 'resize' && target.resource.collection === 'pods';
  if (target.resource.collection === 'pods') return operation === 'CREATE';
  return target.resource.collection === 'persistentvolumeclaims' && (operation === 'CREATE' || operation === 'UPDATE');
}

function withDefaults(pod: KubeObject, range: KubeObject): KubeObject {
  const defaults = containerDefaults(range);
  const notes: string[] = [];
  const filled = (list: string, called: string) =>
    objectsAt(pod, 'spec', list).map((container) => withContainerDefaults(container, defaults, called, notes));
  const containers = filled('containers', 'container');
  const initContainers = filled('initContainers', 'init container');
  if (notes.length === 0) return pod;
  const annotations = { ...pod.metadata.annotations, [ANNOTATION]: `LimitRanger plugin set: ${notes.join('; ')}` };
  const changed = withSpec(pod, { containers, ...(initContainers.length > 0 && { initContainers }) });
  return { ...changed, metadata: { ...pod.metadata, annotations } };
}

interface Defaults {
  readonly requests: ResourceList;
  readonly limits: ResourceList;
}

function containerDefaults(range: KubeObject): Defaults {
  let requests: ResourceList = {};
  let limits: ResourceList = {};
  for (const limit of objectsAt(range, 'spec', 'limits')) {
    if (limit['type'] !== 'Container') continue;
    requests = { ...requests, ...resourceList(limit['defaultRequest']) };
    limits = { ...limits, ...resourceList(limit['default']) };
  }
  return { requests, limits };
}

function withContainerDefaults(container: JsonObject, defaults: Defaults, called: string, notes: string[]): JsonObject {
  const resources = (container['resources'] ?? {}) as JsonObject;
  const name = textAt(container, 'name');
  const limits = { ...defaults.limits, ...resourceList(resources['limits']) };
  const requests = { ...defaults.requests, ...resourceList(resources['requests']) };
  const note = (wanted: ResourceList, side: 'requests' | 'limits', shown: string): void => {
    const given = resourceList(resources[side]);
    const set = Object.keys(wanted).filter((key) => given[key] === undefined);
    if (set.length > 0) notes.push(`${set.sort().join(', ')} ${shown} for ${called} ${name}`);
  };
  note(defaults.requests, 'requests', 'request');
  note(defaults.limits, 'limits', 'limit');
  const filled = {
    ...resources,
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(Object.keys(requests).length > 0 && { requests }),
  };
  return { ...container, resources: filled };
}
