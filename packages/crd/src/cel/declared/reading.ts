import { isJsonObject, itemsOf, type JsonObject, type JsonSchema, type JsonValue } from '../../schema/index.ts';
import {
  CelList,
  CelMap,
  EvaluationError,
  equal,
  type ListTraits,
  type MapSource,
  noSuchOverload,
  type Rich,
  type Value,
} from '../values/index.ts';
import { withObjectMeta } from './declaration.ts';
import { escapeName, unescapeName } from './escape.ts';
import { mapListTraits, setListTraits } from './list-traits.ts';
import { readDate, readDateTime, readDuration } from './times.ts';

/** Makes a CEL value of a JSON value. Throws an EvaluationError where the data is not what the schema says. */
export type Reader = (json: JsonValue) => Value;

const readers = new WeakMap<JsonSchema, Reader>();

/** The reader of a schema, made once. Lists and objects are read only as far as a rule looks into them. */
export function readerOf(schema: JsonSchema): Reader {
  let reader = readers.get(schema);
  if (reader === undefined) {
    const read = makeReader(schema);
    const isNullable = schema.nullable === true;
    reader = (json) => {
      if (json !== null) return read(json);
      if (isNullable) return null;
      throw new EvaluationError('invalid data, got null for schema with nullable=false');
    };
    readers.set(schema, reader);
  }
  return reader;
}

const roots = new WeakMap<JsonSchema, Reader>();

/** The reader of a schema that is the root of a resource. */
export function rootReaderOf(schema: JsonSchema): Reader {
  let reader = roots.get(schema);
  if (reader === undefined) {
    reader = readerOf(withObjectMeta(schema));
    roots.set(schema, reader);
  }
  return reader;
}

function misfit(expected: string, json: JsonValue): EvaluationError {
  const names = { boolean: 'bool', string: 'string', number: 'float64', bigint: 'int64' } as const;
  const kind = typeof json;
  const found =
    kind in names
      ? names[kind as keyof typeof names]
      : Array.isArray(json)
        ? '[]interface {}'
        : 'map[string]interface {}';
  return new EvaluationError(`invalid data, expected ${expected}, got ${found}`);
}

function makeReader(schema: JsonSchema): Reader {
  if (schema['x-kubernetes-int-or-string'] === true) return readIntOrString;
  switch (schema.type) {
    case 'object':
      return objectReader(schema);
    case 'array':
      return listReader(schema);
    case 'string':
      return stringReader(schema.format);
    case 'number':
      return (json) => {
        if (typeof json === 'number' || typeof json === 'bigint') return Number(json);
        throw misfit('float', json);
      };
    case 'integer':
      return readInteger;
    case 'boolean':
      return (json) => {
        if (typeof json === 'boolean') return json;
        throw misfit('bool', json);
      };
    default:
      return (json) => new Preserved(json);
  }
}

function readInteger(json: JsonValue): Value {
  if (typeof json === 'bigint') return json;
  if (typeof json === 'number' && Number.isInteger(json)) return BigInt(json);
  throw misfit('int', json);
}

function readIntOrString(json: JsonValue): Value {
  if (typeof json === 'string') return json;
  if (typeof json === 'number' || typeof json === 'bigint') return readInteger(json);
  throw new EvaluationError('invalid data, expected XIntOrString value to be either a string or integer');
}

function stringReader(format: string | undefined): Reader {
  const parse = STRING_FORMATS.get(format ?? '');
  return (json) => {
    if (typeof json !== 'string') throw misfit('string', json);
    return parse === undefined ? json : parse(json);
  };
}

const STRING_FORMATS: ReadonlyMap<string, (text: string) => Value> = new Map<string, (text: string) => Value>([
  ['byte', readBytes],
  ['duration', readDuration],
  ['date', readDate],
  ['date-time', readDateTime],
]);

/** The server decodes with the URL alphabet what it validated with the standard one. */
function readBytes(text: string): Uint8Array {
  const illegal = text.search(/[+/]/);
  if (illegal < 0) return Uint8Array.from(Buffer.from(text, 'base64'));
  throw new EvaluationError(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${illegal}`);
}

const SEQUENCE: ListTraits = {};

function listReader(schema: JsonSchema): Reader {
  const items = itemsOf(schema);
  if (items === undefined) throw new EvaluationError('invalid array type, expected Items with a non-empty Schema');
  const listType = schema['x-kubernetes-list-type'];
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeName(key) ?? key);
  let read: Reader | undefined;
  const make = (elements: readonly JsonValue[]): CelList => {
    read ??= readerOf(items);
    const readItem = read;
    const at = (index: number) => readItem(elements[index] as JsonValue);
    if (listType === 'map') return new CelList(elements.length, at, mapListTraits(elements, keys, readItem));
    if (listType === 'set') return new CelList(elements.length, at, setListTraits(elements, readItem));
    return new CelList(elements.length, at, SEQUENCE);
  };
  return (json) => {
    if (!Array.isArray(json)) {
      throw new EvaluationError('invalid data, expected an array for the provided schema with type=array');
    }
    return make(json);
  };
}

function objectReader(schema: JsonSchema): Reader {
  const shape = shapeOf(schema['x-kubernetes-embedded-resource'] === true ? withObjectMeta(schema) : schema);
  return (json) => {
    if (!isJsonObject(json)) {
      throw new EvaluationError('invalid data, expected a map for the provided schema with type=object');
    }
    return new CelMap(new SchemaEntries(json, shape));
  };
}

/** How the members of an object are found and read. */
interface Shape {
  /** Has declared properties: names are escaped, and null counts as absent. */
  readonly isObject: boolean;
  /** The property that a key of a rule names. */
  nameOf(key: string): string | undefined;
  /** The key by which a rule sees a property. */
  keyOf(name: string): string;
  readerOf(name: string): Reader | undefined;
}

function shapeOf({ properties, additionalProperties }: JsonSchema): Shape {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? additionalProperties : undefined;
    const read = values === undefined ? undefined : lazyReader(values);
    return { isObject: false, nameOf: (key) => key, keyOf: (name) => name, readerOf: () => read };
  }
  const readers = new Map(Object.entries(properties).map(([name, property]) => [name, lazyReader(property)]));
  const names = new Map<string, string>();
  for (const name of readers.keys()) {
    for (const key of [name, escapeName(name)])
      if (key !== undefined && unescapeName(key) === name) names.set(key, name);
  }
  return {
    isObject: true,
    nameOf: (key) => names.get(key),
    keyOf: (name) => escapeName(name) ?? name,
    readerOf: (name) => readers.get(name),
  };
}

/** Schemas are large and rules look at little of them. */
function lazyReader(schema: JsonSchema): Reader {
  let read: Reader | undefined;
  return (json) => {
    read ??= readerOf(schema);
    return read(json);
  };
}

/** A JSON object seen through its schema. */
class SchemaEntries implements MapSource {
  readonly json: JsonObject;
  readonly #shape: Shape;

  constructor(json: JsonObject, shape: Shape) {
    this.json = json;
    this.#shape = shape;
  }

  get size(): number {
    return Object.keys(this.json).length;
  }

  find(key: Value): Value | undefined {
    if (typeof key !== 'string') throw noSuchOverload();
    const name = this.#shape.nameOf(key);
    return name === undefined ? undefined : this.#read(name);
  }

  #read(name: string): Value | undefined {
    if (!Object.hasOwn(this.json, name)) return undefined;
    const json = this.json[name] as JsonValue;
    if (json === null && this.#shape.isObject) return undefined;
    return this.#shape.readerOf(name)?.(json);
  }

  *keys(): Iterable<Value> {
    for (const name of Object.keys(this.json)) {
      if (this.#shape.readerOf(name) !== undefined) yield this.#shape.keyOf(name);
    }
  }

  /** Fields outside the schema count, too: they are compared as they are. */
  equals(other: CelMap): boolean {
    if (other.size !== this.size) return false;
    const raw = other.source instanceof SchemaEntries ? other.source.json : undefined;
    for (const [name, json] of Object.entries(this.json)) {
      if (this.#shape.readerOf(name) === undefined) {
        if (raw === undefined) throw noSuchOverload();
        if (Object.hasOwn(raw, name) && !isSameJson(json, raw[name] as JsonValue)) return false;
        continue;
      }
      const own = this.#read(name);
      const found = other.find(this.#shape.keyOf(name));
      if (own === undefined || found === undefined) {
        if (own !== found) return false;
      } else if (!equal(own, found)) {
        return false;
      }
    }
    return true;
  }
}

/** Data without a schema. Rules cannot name it, but it takes part when what contains it is compared. */
class Preserved implements Rich {
  readonly typeName = 'unknown';
  readonly #json: JsonValue;

  constructor(json: JsonValue) {
    this.#json = json;
  }

  equals(other: Value): boolean {
    return other instanceof Preserved && isSameJson(this.#json, other.#json);
  }
}

function isSameJson(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((element, index) => isSameJson(element, b[index] as JsonValue));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && isSameJson(a[key] as JsonValue, b[key] as JsonValue));
}
