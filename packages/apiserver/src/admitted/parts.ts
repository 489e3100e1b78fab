import { fieldAt, isJsonObject, type JsonObject, type KubeObject } from '../objects/index.ts';
import type { Attributes } from '../operations/index.ts';

/** Whether a write is about a pod itself, not about one of its subresources. */
export function isPodWrite({ target }: Attributes): boolean {
  return target.resource.collection === 'pods' && target.subresource === undefined;
}

export function specOf(object: KubeObject | undefined): JsonObject {
  const spec = object?.['spec'];
  return isJsonObject(spec) ? spec : {};
}

export function withSpec(object: KubeObject, changes: object): KubeObject {
  return { ...object, spec: { ...specOf(object), ...changes } };
}

/** The objects in a list field; what is not there is an empty list. */
export function objectsAt(value: unknown, ...path: readonly string[]): readonly JsonObject[] {
  const found = fieldAt(value, path);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

export type ContainerList = 'initContainers' | 'containers' | 'ephemeralContainers';
