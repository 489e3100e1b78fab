import type { Vocabulary } from './checking/index.ts';
import { PATCH_FUNCTIONS } from './library/index.ts';
import { DYN, type ObjectType, STRING } from './types/index.ts';
import { CelList, CelMap, CelStruct, Duration, EvaluationError, Timestamp, Uint, type Value } from './values/index.ts';

export const JSON_PATCH: ObjectType = {
  kind: 'object',
  name: 'JSONPatch',
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
  if (!type) objects.set(name, (type = { kind: 'object', name, fields: new Map(), isOpen: true }));
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

/** A value as JSON. Throws an EvaluationError where JSON has nothing like it. */
export function jsonOf(value: Value): unknown {
  if (typeof value === 'bigint') return jsonInteger(value);
  if (value instanceof Uint) return jsonInteger(value.value);
  if (value instanceof CelList) return Array.from(value, jsonOf);
  if (value instanceof CelMap) return Object.fromEntries(Array.from(value.keys(), (key) => entryOf(value, key)));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Timestamp || value instanceof Duration) return value.toString();
  if (value === null || typeof value !== 'object') return value;
  throw new EvaluationError(`no JSON for a value of type ${value.typeName}`);
}

function entryOf(map: CelMap, key: Value): [string, unknown] {
  if (typeof key !== 'string') throw new EvaluationError('no JSON for a map whose keys are not strings');
  return [key, jsonOf(map.get(key))];
}

/** What a JSON number does not hold exactly is a text there, as in protobuf's JSON. */
function jsonInteger(value: bigint): number | string {
  return BigInt.asIntN(54, value) === value ? Number(value) : `${value}`;
}

/** Parts of a made object that are in a field of another name than their type says. */
export function misplacedParts(value: Value): string[] {
  return value instanceof CelStruct ? misplaced(value, value.typeName) : [];
}

function misplaced(value: Value, path: string): string[] {
  if (value instanceof CelList) return Array.from(value).flatMap((item) => misplaced(item, path));
  if (!(value instanceof CelMap)) return [];
  const isStruct = value instanceof CelStruct;
  const own =
    isStruct && value.typeName !== path
      ? [
          `unexpected type name "${value.typeName}", expected "${path}", which matches field name path from root Object type`,
        ]
      : [];
  const parts = Array.from(value.keys(), (key) =>
    misplaced(value.get(key), isStruct && typeof key === 'string' ? `${path}.${key}` : path),
  );
  return [...own, ...parts.flat()];
}
