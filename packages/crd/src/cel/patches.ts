import type { Vocabulary } from './checking/index.ts';
import { PATCH_FUNCTIONS } from './library/index.ts';
import { DYN, type ObjectType, STRING } from './types/index.ts';
import { CelList, CelMap, CelStruct, type Value } from './values/index.ts';

export const JSON_PATCH: ObjectType = {
  kind: 'object',
  name: 'JSONPatch',
  isConstructed: true,
  fields: new Map([
    ['op', STRING],
    ['path', STRING],
    ['from', STRING],
    ['value', DYN],
  ]),
};

/** Types are equal only to themselves, so there is one for each name. */
const objects = new Map<string, ObjectType>();

function objectNamed(name: string): ObjectType {
  let type = objects.get(name);
  if (!type) objects.set(name, (type = { kind: 'object', name, fields: new Map(), isOpen: true, isConstructed: true }));
  return type;
}

/** The part of an object that a policy sets; `Object.spec` is what goes into its field `spec`. */
export const APPLY_CONFIGURATION: ObjectType = objectNamed('Object');

/** What expressions can make that say how an object is to be changed: `Object{}` and `JSONPatch{}`. */
export const PATCHES: Vocabulary = {
  typeNamed(name) {
    if (name === JSON_PATCH.name) return JSON_PATCH;
    return name === APPLY_CONFIGURATION.name || name.startsWith('Object.') ? objectNamed(name) : undefined;
  },
  functions: PATCH_FUNCTIONS,
};

/** Parts of a made object that are in a field of another name than their type says. */
export function misplacedParts(value: Value): string[] {
  return value instanceof CelStruct ? misplaced(value, value.typeName) : [];
}

function misplaced(value: Value, path: string): string[] {
  if (value instanceof CelList) return Array.from(value).flatMap((item) => misplaced(item, path));
  if (value instanceof CelMap) return Array.from(value.keys()).flatMap((key) => misplaced(value.get(key), path));
  if (!(value instanceof CelStruct)) return [];
  const parts = [...value.fields].flatMap(([name, field]) => misplaced(field, `${path}.${name}`));
  if (value.typeName === path) return parts;
  const types = `unexpected type name "${value.typeName}", expected "${path}"`;
  return [`${types}, which matches field name path from root Object type`, ...parts];
}
