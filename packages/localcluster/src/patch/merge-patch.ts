import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';

/**
 * JSON merge patch (RFC 7386). Nothing is changed in place; parts the patch does not touch are
 * shared with the target. Built from entries, so that a key named `__proto__` is only a key.
 */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(patch)) return patch;
  const base: JsonObject = isJsonObject(target) ? target : {};
  const merged = new Map<string, Json>(Object.entries(base));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
