import type { Json, JsonObject } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';
import { difference, type Fields, intersection, LEAF, union } from './fields.ts';
import type { ManagedEntry } from './managed-entry.ts';
import { without } from './merge.ts';
import { fieldsOf, withDeclaredFields } from './owned-fields.ts';
import type { KindView, Versioned } from './ownership.ts';

/**
 * The merged object without what the manager applied last time and nobody owns now. `owners` are
 * all managers, with what this one applies now. Returned in the version of `merged`.
 */
export function prune(
  kind: KindView,
  merged: Versioned,
  last: ManagedEntry,
  owners: readonly ManagedEntry[],
): JsonObject {
  const seen = (object: JsonObject, from: string, to: string): JsonObject =>
    from === to ? object : kind.convert(object, from, to);
  const version = last.apiVersion;
  const type = kind.typeIn(version) as Type;
  const whole = seen(merged.object, merged.apiVersion, version);
  const lastFields = withDeclaredFields(last.fieldsV1, type);

  let pruned = { object: remove(whole, lastFields, type), apiVersion: version };
  // What is owned comes back, version by version, beginning with the one it was removed in.
  for (const owned of [version, ...versionsOf(owners, version)]) {
    const typeThere = kind.typeIn(owned) as Type;
    const wholeThere = seen(merged.object, merged.apiVersion, owned);
    const left = declaredFields(seen(pruned.object, pruned.apiVersion, owned), typeThere);
    const kept = union(left, withDeclaredFields(ownedIn(owners, owned), typeThere));
    const gone = difference(declaredFields(wholeThere, typeThere), kept);
    pruned = { object: remove(wholeThere, gone, typeThere), apiVersion: owned };
  }
  // What went because its container went, but was never this manager's, comes back too.
  const left = declaredFields(seen(pruned.object, pruned.apiVersion, version), type);
  const gone = intersection(difference(declaredFields(whole, type), left), lastFields);
  return seen(remove(whole, gone, type), version, merged.apiVersion);
}

const declaredFields = (object: Json, type: Type): Fields => withDeclaredFields(fieldsOf(object, type), type);

function remove(object: JsonObject, fields: Fields, type: Type): JsonObject {
  return (without(object, fields, type) ?? {}) as JsonObject;
}

function versionsOf(owners: readonly ManagedEntry[], except: string): Set<string> {
  return new Set(owners.map(({ apiVersion }) => apiVersion).filter((version) => version !== except));
}

function ownedIn(owners: readonly ManagedEntry[], version: string): Fields {
  return owners
    .filter(({ apiVersion }) => apiVersion === version)
    .map(({ fieldsV1 }) => fieldsV1)
    .reduce(union, LEAF);
}
