import { isJsonObject, type Json } from '../objects/index.ts';

/**
 * JSON merge patch (RFC 7386), as API servers do it: `null` takes a key away also in the objects of a list, though not
 * where the list takes the place of an object. Nothing is changed in place; parts the patch does not touch are
 * shared with the target. Built from entries, so that a key named `__proto__` is only a key.
 */
export function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (!isJsonObject(target)) return withoutNulls(patch);
  if (!isJsonObject(patch)) return patch;
  const merged = new Map<string, Json>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, applyMergePatch(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

/** Items of lists keep their places: only keys go. */
function withoutNulls(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isJsonObject(value)) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}
