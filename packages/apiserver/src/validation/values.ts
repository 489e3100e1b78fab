import { isJsonObject, type JsonObject } from '../objects/index.ts';

/*
 * Parts of an object whose type has been checked already, so that only absence has to be thought of:
 * an absent value reads as Go's zero.
 */

const NOTHING: JsonObject = {};

export function text(value: JsonObject, name: string): string {
  const found = value[name];
  return typeof found === 'string' ? found : '';
}

export function number(value: JsonObject, name: string): number {
  const found = value[name];
  return typeof found === 'number' ? found : 0;
}

export function maybeNumber(value: JsonObject, name: string): number | undefined {
  const found = value[name];
  return typeof found === 'number' ? found : undefined;
}

export function maybe(value: JsonObject, name: string): JsonObject | undefined {
  const found = value[name];
  return isJsonObject(found) ? found : undefined;
}

export function struct(value: JsonObject, name: string): JsonObject {
  return maybe(value, name) ?? NOTHING;
}

export function structs(value: JsonObject, name: string): readonly JsonObject[] {
  const found = value[name];
  return Array.isArray(found) ? (found as JsonObject[]) : [];
}

export function texts(value: JsonObject, name: string): readonly string[] {
  const found = value[name];
  return Array.isArray(found) ? (found as string[]) : [];
}

export function numbers(value: JsonObject, name: string): readonly number[] {
  const found = value[name];
  return Array.isArray(found) ? (found as number[]) : [];
}

/** Strings by key, in the order of keys. */
export function entries(value: JsonObject, name: string): readonly (readonly [string, string])[] {
  const found = Object.entries(struct(value, name)) as [string, string][];
  return found.length > 1 ? found.sort(([a], [b]) => (a < b ? -1 : 1)) : found;
}

export function has(value: JsonObject, name: string): boolean {
  return Object.hasOwn(value, name) && value[name] !== undefined;
}
