import {
  Breakdown,
  CelList,
  CelMap,
  CelStruct,
  Duration,
  EvaluationError,
  Optional,
  type Rich,
  Timestamp,
  TypeValue,
  typeNameOf,
  Uint,
  type Value,
} from './values/index.ts';

/**
 * A value as JSON, as protobuf has it. Throws an EvaluationError where JSON has nothing like it, and a
 * Breakdown where the server's conversion panics.
 */
export function jsonOf(value: Value): unknown {
  return value instanceof CelStruct ? nativeOf(value, jsonInStruct) : jsonPart(value);
}

function jsonPart(value: Value): unknown {
  if (typeof value === 'bigint') return jsonInteger(value);
  if (typeof value === 'number') return finite(value);
  if (value instanceof Uint) return jsonInteger(value.value);
  if (value instanceof Optional) return value.value === undefined ? null : jsonOf(value.value);
  if (value instanceof CelStruct) throw new Breakdown(`${value.typeName}{} inside a list or a map has no JSON`);
  if (value instanceof CelList) return value.json ?? Array.from(value, jsonPart);
  if (value instanceof CelMap) return value.source.json ?? Object.fromEntries(Array.from(value.keys(), entryOf(value)));
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Timestamp || value instanceof Duration) return value.toString();
  if (value === null || typeof value !== 'object') return value;
  throw new EvaluationError(`type conversion error from '${value.typeName}' to '*structpb.Value'`);
}

const entryOf =
  (map: CelMap) =>
  (key: Value): [string, unknown] => {
    if (typeof key === 'string') return [key, jsonPart(map.get(key))];
    throw new EvaluationError(`unsupported type conversion from '${typeNameOf(key)}' to string`);
  };

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new EvaluationError(`google.protobuf.Value.number_value: invalid ${value} value`);
}

/** Inside of `Object{}` fewer values have JSON: not those of protobuf. */
function jsonInStruct({ type, value }: Foreign): unknown {
  if (value instanceof Uint || value instanceof Uint8Array) return jsonPart(value);
  throw new EvaluationError(`proto: invalid type: ${type}`);
}

/** A value that is not JSON in the server's language, as it is called and printed there. */
export interface Foreign {
  readonly value: Value;
  readonly type: string;
  readonly text: string;
}

/**
 * What the server makes of an `Object{}`: JSON, except for values of other types, and except for lists and
 * maps that an expression makes inside of other such lists and maps. `foreign` says what becomes of those.
 */
export function nativeOf(value: Value, foreign: (value: Foreign) => unknown): unknown {
  const listOf = (list: CelList): unknown => list.json ?? Array.from(list, itemOf);
  const mapOf = (map: CelMap): unknown => {
    if (map.source.json) return map.source.json;
    const keys = [...map.keys()];
    const strange = keys.find((key) => typeof key !== 'string');
    if (strange === undefined) return Object.fromEntries(keys.map((key) => [key, itemOf(map.get(key))]));
    return foreign({ value: map, type: '*types.Err', text: `a map key is of type ${typeNameOf(strange)}, not string` });
  };
  const itemOf = (item: Value): unknown => {
    const isMade = item instanceof CelList ? !item.json : item instanceof CelMap && !item.source.json;
    if (!isMade) return fieldOf(item);
    return foreign({
      value: item,
      type: item instanceof CelList ? '[]ref.Val' : 'map[ref.Val]ref.Val',
      text: printed(item),
    });
  };
  const fieldOf = (field: Value): unknown => {
    if (field instanceof Optional) return field.value === undefined ? null : fieldOf(field.value);
    if (field instanceof CelStruct) {
      return Object.fromEntries([...field.fields].map(([name, one]) => [name, fieldOf(one)]));
    }
    if (field instanceof CelList) return listOf(field);
    if (field instanceof CelMap) return mapOf(field);
    if (typeof field === 'bigint') return jsonInteger(field);
    if (field instanceof TypeValue) return field.name;
    if (field !== null && typeof field !== 'object') return field;
    return foreign({ value: field, type: foreignType(field), text: printed(field) });
  };
  return fieldOf(value);
}

function foreignType(value: Rich | Uint8Array | null): string {
  if (value === null) return 'structpb.NullValue';
  if (value instanceof Uint) return 'uint64';
  if (value instanceof Uint8Array) return '[]uint8';
  if (value instanceof Duration) return 'time.Duration';
  return value instanceof Timestamp ? 'time.Time' : value.typeName;
}

/** About as the server's language prints it. */
function printed(value: Value): string {
  if (value === null) return 'NULL_VALUE';
  if (value instanceof Uint8Array) return `[${value.join(' ')}]`;
  if (value instanceof Uint) return `${value.value}`;
  if (value instanceof CelList) return `[${Array.from(value, printed).join(' ')}]`;
  if (value instanceof CelMap) {
    return `map[${Array.from(value.keys(), (key) => `${printed(key)}:${printed(value.get(key))}`).join(' ')}]`;
  }
  if (value instanceof Duration || value instanceof Timestamp || typeof value !== 'object') return value.toString();
  return value.typeName;
}

/** What a JSON number does not hold exactly is a text there, as in protobuf's JSON. */
function jsonInteger(value: bigint): number | string {
  return BigInt.asIntN(54, value) === value ? Number(value) : `${value}`;
}
