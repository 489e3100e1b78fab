import { isJsonObject, type JsonObject } from '@slipway/apimachinery/json';

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly deletionGracePeriodSeconds?: number;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly JsonObject[];
}

/**
 * An object as the store holds it: everything but `apiVersion` and `kind`. Those two belong to the
 * way an object is asked for, so one stored object serves every version of its kind.
 */
export interface KubeObject {
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

/** The value at a path of field names, or undefined where the path ends early. */
export function fieldAt(value: unknown, path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (!isJsonObject(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** The string at a path, or the empty one. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = fieldAt(value, path);
  return typeof found === 'string' ? found : '';
}

/** Freezes what is not frozen yet. Parts shared with an earlier version of an object are skipped at once. */
export function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) freeze(part);
  return value;
}

/**
 * The object without one of its fields. Built from entries, like every copy here: assigning a key
 * named `__proto__` would change the prototype instead.
 */
export function without<T extends object>(value: T, ...names: readonly string[]): Omit<T, string> & T {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !names.includes(key))) as T;
}

/** The object with this value in a field, or without the field where there is none. */
export function withField<T extends object>(value: T, name: string, field: unknown): T {
  return field === undefined ? without(value, name) : { ...value, [name]: field };
}
