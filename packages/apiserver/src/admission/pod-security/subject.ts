import { objectsAt } from '../../admitted/index.ts';
import { fieldAt, isJsonObject, type JsonObject, textAt } from '../../objects/index.ts';

/** What is checked: a pod, or the template of one. */
export interface Subject {
  readonly annotations: Readonly<Record<string, string>>;
  readonly spec: JsonObject;
}

export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

export function containersOf({ spec }: Subject): readonly JsonObject[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => objectsAt(spec, list));
}

/** The names of the containers of which something holds. */
export function containersWhere(subject: Subject, holds: (container: JsonObject) => boolean): string[] {
  return containersOf(subject)
    .filter(holds)
    .map((container) => textAt(container, 'name'));
}

/** A field of the security context of a pod or of a container. */
export function contextAt(owner: JsonObject, ...path: readonly string[]): unknown {
  const value = fieldAt(owner, ['securityContext', ...path]);
  return value === null ? undefined : value;
}

export function contextObject(owner: JsonObject, field: string): JsonObject | undefined {
  const value = contextAt(owner, field);
  return isJsonObject(value) ? value : undefined;
}

export function quoted(items: Iterable<string>): string {
  return [...items].map((item) => `"${item}"`).join(', ');
}

export function sorted(items: Iterable<string>): string[] {
  return [...new Set(items)].sort();
}

export function plural(one: string, many: string, items: { readonly length: number }): string {
  return items.length === 1 ? one : many;
}

/** `container "a"`, `containers "a", "b"`. */
export function containers(names: readonly string[]): string {
  return `${plural('container', 'containers', names)} ${quoted(names)}`;
}

/** Who sets a value that it may not: the pod, some containers, or both. Empty when nobody does. */
export function setters(subject: Subject, isBad: (owner: JsonObject) => boolean): string {
  const names = containersWhere(subject, isBad);
  const all = [...(isBad(subject.spec) ? ['pod'] : []), ...(names.length > 0 ? [containers(names)] : [])];
  return all.join(' and ');
}

export function isWindows({ spec }: Subject): boolean {
  return textAt(spec, 'os', 'name') === 'windows';
}

/** Pods in a user namespace of their own may do more: their root is nobody outside. */
export function hasOwnUsers({ spec }: Subject): boolean {
  return spec['hostUsers'] === false;
}
