import { goJson } from './go-text.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import type { SchemaNode } from './node.ts';
import { duplicate, invalid, type Problem } from './problem.ts';
import type { Trail } from './trail.ts';

/** Duplicates in a list of type set or map; of several equal items only the second is named. */
export function listProblems(node: SchemaNode, list: readonly JsonValue[], trail: Trail): Problem[] {
  const fieldOf = (index: number) => {
    trail.push(index);
    const field = trail.field();
    trail.pop();
    return field;
  };
  if (node.listType === 'set')
    return secondOnes(list).map((index) => duplicate(fieldOf(index), list[index] as JsonValue));
  if (node.listType !== 'map') return [];
  const stranger = list.findIndex((item) => item !== null && !isJsonObject(item));
  if (stranger >= 0) {
    const text = 'must be an object for an array of list-type map';
    return [invalid(fieldOf(stranger), list[stranger], text)];
  }
  const keys = list.map((item) => keysOf(node, item as JsonObject | null));
  return secondOnes(keys).map((index) => duplicate(fieldOf(index), keys[index] as JsonObject));
}

function keysOf(node: SchemaNode, item: JsonObject | null): JsonObject {
  const keys: JsonObject = {};
  if (item === null) return keys;
  for (const key of node.listKeys) if (Object.hasOwn(item, key)) keys[key] = item[key] as JsonValue;
  return keys;
}

export function hasDuplicates(list: readonly JsonValue[]): boolean {
  return secondOnes(list).length > 0;
}

function secondOnes(values: readonly JsonValue[]): number[] {
  if (values.length <= 1) return [];
  const seen = new Map<string, number>();
  const seconds: number[] = [];
  values.forEach((value, index) => {
    const text = goJson(value);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    if (times === 1) seconds.push(index);
  });
  return seconds;
}

/**
 * The counterpart of an item in the old list. Only items of a map list have one: they are found by
 * their keys, which must all be there and be plain values.
 */
export function oldItems(node: SchemaNode, old: JsonValue | undefined): (item: JsonValue) => JsonObject | undefined {
  if (node.listType !== 'map' || !Array.isArray(old) || old.length === 0 || node.listKeys.length === 0) {
    return () => undefined;
  }
  const byKey = new Map<string, JsonObject>();
  for (const item of old) {
    const key = identity(node, item);
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item as JsonObject);
  }
  return (item) => {
    const key = identity(node, item);
    return key === undefined ? undefined : byKey.get(key);
  };
}

function identity(node: SchemaNode, item: JsonValue): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const values: JsonValue[] = [];
  for (const key of node.listKeys) {
    const value = Object.hasOwn(item, key) ? item[key] : undefined;
    if (value === undefined || value === null || typeof value === 'object') return undefined;
    values.push(value);
  }
  return goJson(values);
}
