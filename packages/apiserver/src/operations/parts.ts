import {
  fieldAt,
  isEqual,
  isJsonObject,
  type JsonObject,
  type KubeObject,
  textAt,
  withField,
} from '../objects/index.ts';
import { type FieldError, forbiddenValue } from '../status/index.ts';
import type { Target } from './kernel.ts';

/** A subresource through which one part of an object is written, and nothing else of it. */
interface Part {
  /** The stored object with that part as it is wanted. */
  readonly taken: (old: KubeObject, wanted: KubeObject) => KubeObject;
  readonly errors?: (object: KubeObject, old: KubeObject) => FieldError[];
  /** Whether a change counts in metadata.generation. */
  readonly counts: boolean;
}

const PARTS: Readonly<Record<string, Part>> = {
  'pods/ephemeralcontainers': {
    taken: (old, wanted) => withSpec(old, { ephemeralContainers: fieldAt(wanted, ['spec', 'ephemeralContainers']) }),
    errors: lostContainerErrors,
    counts: true,
  },
  'pods/resize': { taken: resized, counts: true },
  'certificatesigningrequests.certificates.k8s.io/approval': {
    taken: (old, wanted) => {
      const status = isJsonObject(old['status']) ? old['status'] : {};
      const { metadata } = wanted;
      return { ...old, metadata, status: withField(status, 'conditions', fieldAt(wanted, ['status', 'conditions'])) };
    },
    counts: false,
  },
};

export function partOf({ resource, subresource }: Target): Part | undefined {
  return PARTS[`${resource.collection}/${subresource}`];
}

function withSpec(object: KubeObject, fields: object): KubeObject {
  const spec: JsonObject = isJsonObject(object['spec']) ? object['spec'] : {};
  const next = Object.entries({ ...spec, ...fields }).filter(([, value]) => value !== undefined);
  return { ...object, spec: Object.fromEntries(next) };
}

/** The resources of containers, and how each may be changed while it runs. */
function resized(old: KubeObject, wanted: KubeObject): KubeObject {
  const lists = ['containers', 'initContainers'].map((list) => {
    const asked = containersIn(wanted, list);
    const containers = containersIn(old, list).map((container) => {
      const { resources, resizePolicy } = asked.find(({ name }) => name === container['name']) ?? container;
      return { ...container, ...(resources && { resources }), ...(resizePolicy && { resizePolicy }) };
    });
    return [list, containers.length > 0 ? containers : undefined] as const;
  });
  return withSpec(old, Object.fromEntries(lists));
}

function containersIn(pod: KubeObject, list: string): readonly JsonObject[] {
  const containers = fieldAt(pod, ['spec', list]);
  return Array.isArray(containers) ? (containers as JsonObject[]) : [];
}

/** Ephemeral containers come; they do not change or go. */
function lostContainerErrors(object: KubeObject, old: KubeObject): FieldError[] {
  const now = containersIn(object, 'ephemeralContainers');
  return containersIn(old, 'ephemeralContainers').flatMap((container) => {
    const name = textAt(container, 'name');
    const next = now.find((one) => one['name'] === name);
    if (next && isEqual(next, container)) return [];
    const what = next ? 'changed' : 'removed';
    return [forbiddenValue('spec.ephemeralContainers', `existing ephemeral containers "${name}" may not be ${what}\n`)];
  });
}
