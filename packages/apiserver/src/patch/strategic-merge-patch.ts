import { MalformedPatch } from '@slipway/apimachinery/json-patch';
import { goText, isEqual, isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import { type Type, typeUnder } from '../schemas/index.ts';
import { inServerOrder, isIn } from './list-order.ts';

const PATCH = '$patch';
const RETAIN_KEYS = '$retainKeys';
const ORDER = '$setElementOrder/';
const DELETE = '$deleteFromPrimitiveList/';

/** A patch whose items cannot be matched with those of the object. */
export class UnmergeablePatch extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnmergeablePatch';
  }
}

/**
 * Strategic merge patch: a merge patch that knows which lists are merged item by item, and by which
 * key. Directives in the patch delete, replace, retain and order.
 */
export function applyStrategicMergePatch(target: JsonObject, patch: JsonObject, type: Type): JsonObject {
  const directive = patch[PATCH];
  if (directive === 'replace') return withoutDirective(patch);
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') {
    throw new UnmergeablePatch(`unknown patch type: ${goText(directive)} in map: ${goText(patch)}`);
  }
  const merged = new Map(Object.entries(retained(target, patch)));
  const left = new Map(Object.entries(patch));
  left.delete(PATCH);
  left.delete(RETAIN_KEYS);
  for (const [key, order] of Object.entries(patch)) {
    if (key === ORDER.slice(0, -1)) throw new MalformedPatch('invalid patch format of setElementOrder list');
    if (!key.startsWith(ORDER)) continue;
    left.delete(key);
    const name = key.slice(ORDER.length);
    const list = ordered(merged.get(name), left.get(name), order, type, name);
    if (list) merged.set(name, list);
    left.delete(name);
  }
  for (const [key, value] of left) {
    if (key.startsWith(DELETE)) deleteFrom(merged, key.slice(DELETE.length), value);
    else if (value === null) merged.delete(key);
    else setOrDelete(merged, key, mergedValue(merged.get(key), value, type, key));
  }
  return Object.fromEntries(merged);
}

function setOrDelete(merged: Map<string, Json>, key: string, value: Json | undefined): void {
  if (value === undefined) merged.delete(key);
  else merged.set(key, value);
}

function mergedValue(current: Json | undefined, value: Json, type: Type, name: string): Json | undefined {
  const rule = type.map?.fields.get(name)?.patch;
  const isReplaced = rule !== undefined && !rule.merges && !rule.retainsKeys;
  if (isJsonObject(current) && isJsonObject(value) && !isReplaced) {
    return applyStrategicMergePatch(current, value, type.map ? typeUnder(type.map, name) : {});
  }
  if (Array.isArray(current) && Array.isArray(value))
    return rule?.merges ? mergedList(current, value, type, name) : value;
  return withoutDirectives(value);
}

/** Keys that are not to be retained are gone before the rest is merged. */
function retained(target: JsonObject, patch: JsonObject): JsonObject {
  const keys = patch[RETAIN_KEYS];
  if (!Array.isArray(keys)) return target;
  const kept = new Set<unknown>(keys);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null || key.startsWith('$') || kept.has(key)) continue;
    throw new MalformedPatch('invalid patch format of retainKeys');
  }
  return Object.fromEntries(Object.entries(target).filter(([key]) => kept.has(key)));
}

function deleteFrom(merged: Map<string, Json>, name: string, values: Json): void {
  const current = merged.get(name);
  if (!Array.isArray(current) || !Array.isArray(values)) return;
  merged.set(
    name,
    current.filter((item) => !values.some((one) => isEqual(one, item))),
  );
}

/** The list under a name with the order that the patch asks for; undefined where there is none. */
function ordered(
  current: Json | undefined,
  value: Json | undefined,
  order: Json,
  type: Type,
  name: string,
): Json | undefined {
  if (!Array.isArray(order)) throw new MalformedPatch('invalid patch format of setElementOrder list');
  const before = Array.isArray(current) ? current : undefined;
  const wanted = Array.isArray(value) ? value : undefined;
  const merged = before && wanted ? mergedList(before, wanted, type, name) : (before ?? (wanted && plainItems(wanted)));
  return merged && inServerOrder(merged, order, before ?? [], type.map?.fields.get(name)?.patch?.mergeKey);
}

function mergedList(current: readonly Json[], patch: readonly Json[], type: Type, name: string): readonly Json[] {
  const field = type.map?.fields.get(name);
  const key = field?.patch?.mergeKey;
  if (key === undefined) {
    const all = [...current, ...patch].filter((item, at, list) => list.findIndex((one) => isEqual(one, item)) === at);
    return inServerOrder(all, patch, current, undefined);
  }
  const items = patch.filter(isJsonObject);
  const plain = items.filter((item) => item[PATCH] === undefined || item[PATCH] === 'merge');
  if (items.some((item) => item[PATCH] === 'replace')) return plain.map(withoutDirective);
  const itemType = field?.type.list?.item ?? {};
  const deleted = items.filter((item) => item[PATCH] === 'delete');
  const merged = current.filter((item) => !isIn(deleted, item, key));
  for (const item of plain) {
    if (item[key] === undefined) {
      throw new UnmergeablePatch(`map: ${goText(item)} does not contain declared merge key: ${key}`);
    }
    const at = merged.findIndex((one) => isJsonObject(one) && isEqual(one[key], item[key]));
    const found = merged[at];
    if (isJsonObject(found)) merged[at] = applyStrategicMergePatch(found, item, itemType);
    else merged.push(withoutDirectives(withoutDirective(item)) ?? {});
  }
  return inServerOrder(merged, plain, current, key);
}

function plainItems(list: readonly Json[]): Json[] {
  return list.map(withoutDirectives).filter((item) => item !== undefined);
}

function withoutDirective(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== PATCH));
}

/** A part that is new is taken as it is, but for what it says about merging; one with a declared kind is not taken. */
function withoutDirectives(value: Json): Json | undefined {
  if (Array.isArray(value)) return plainItems(value);
  if (!isJsonObject(value)) return value;
  if (value[PATCH] !== undefined) return undefined;
  const kept = new Map<string, Json>();
  for (const [key, one] of Object.entries(value)) {
    if (!isDirective(key) && one !== null) setOrDelete(kept, key, withoutDirectives(one));
  }
  return Object.fromEntries(kept);
}

function isDirective(key: string): boolean {
  return key === PATCH || key === RETAIN_KEYS || key.startsWith(ORDER) || key.startsWith(DELETE);
}
