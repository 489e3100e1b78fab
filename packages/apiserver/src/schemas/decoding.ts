import { canonicalQuantity, MalformedQuantity } from '@slipway/apimachinery/quantity';
import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';
import { emptyField, emptyObject, shownFields, ZERO } from './empty-object.ts';
import type { Field, Scalar, Type } from './type.ts';

/** A value that the type cannot hold, in the words of a real server (K-89). */
export class UndecodableValue extends Error {
  /** The message where the value is not read from JSON but taken from a map. */
  readonly inConversion: string;

  constructor(message: string, inConversion = message) {
    super(message);
    this.name = 'UndecodableValue';
    this.inConversion = inConversion;
  }
}

const isReferenceName = (field: string): boolean => field === 'name';

/** Go structs whose fields are partly those of another one, which Go then names too. */
const EMBEDDED: Readonly<Record<string, readonly [struct: string, hasField: (field: string) => boolean]>> = {
  'core.v1.Probe': ['ProbeHandler', (field) => ['exec', 'httpGet', 'tcpSocket', 'grpc'].includes(field)],
  'core.v1.Volume': ['VolumeSource', (field) => field !== 'name'],
  'core.v1.EphemeralContainer': ['EphemeralContainerCommon', (field) => field !== 'targetContainerName'],
  'core.v1.ConfigMapVolumeSource': ['LocalObjectReference', isReferenceName],
  'core.v1.ConfigMapProjection': ['LocalObjectReference', isReferenceName],
  'core.v1.ConfigMapEnvSource': ['LocalObjectReference', isReferenceName],
  'core.v1.ConfigMapKeySelector': ['LocalObjectReference', isReferenceName],
  'core.v1.SecretProjection': ['LocalObjectReference', isReferenceName],
  'core.v1.SecretEnvSource': ['LocalObjectReference', isReferenceName],
  'core.v1.SecretKeySelector': ['LocalObjectReference', isReferenceName],
};

function embedding({ name = '' }: Type, step: string): string {
  const [struct, hasField] = EMBEDDED[name] ?? [];
  return struct && hasField?.(step.slice(1)) ? `.${struct}` : '';
}

/** Where a value is. Its names are put together only when a message needs it. */
class Place {
  readonly #parent: Place | undefined;
  /** How the place is reached: `.name` of a field or key, `[0]` of an item; empty for the object itself. */
  readonly #step: string;
  /** The type that has the field; absent for items and keys, which Go does not name. */
  readonly #owner: Type | undefined;

  constructor(parent?: Place, step = '', owner?: Type) {
    this.#parent = parent;
    this.#step = step;
    this.#owner = owner;
  }

  /** With indexes, as unknown fields are named: `spec.containers[0]`. */
  get path(): string {
    return this.#join().replace(/^\./, '');
  }

  /** Without indexes, after the innermost struct, as Go names fields: `Container.spec.containers`. */
  get goName(): string {
    return `${this.#struct()}.${this.#fields().replace(/^\./, '')}`;
  }

  #join(): string {
    return (this.#parent ? this.#parent.#join() : '') + this.#step;
  }

  #fields(): string {
    return (
      (this.#parent ? this.#parent.#fields() : '') +
      (this.#owner ? embedding(this.#owner, this.#step) + this.#step : '')
    );
  }

  #struct(): string {
    return this.#owner?.name?.split('.').pop() ?? (this.#parent ? this.#parent.#struct() : '');
  }
}

/**
 * A value as a built-in type would hold it after it was read into Go structs and written again:
 * unknown fields, nulls and empty lists and maps are gone, structs that are always there are there.
 * Paths of unknown fields are passed to `onUnknown` (K-72).
 */
export function decoded(value: JsonObject, type: Type, onUnknown: (path: string) => void): JsonObject {
  const report = { onUnknown, misfit: undefined };
  const result = decodedStruct(value, type, new Place(), report);
  if (report.misfit) throw report.misfit;
  return result;
}

interface Report {
  readonly onUnknown: (path: string) => void;
  /** The first value of a wrong type. Go reads on after it: a value that cannot be read at all is worse. */
  misfit: UndecodableValue | undefined;
}

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

function decodedStruct(value: JsonObject, type: Type, place: Place, report: Report): JsonObject {
  const known = type.map?.fields ?? NO_FIELDS;
  // Only names of known fields are assigned, and no field is named `__proto__`.
  const kept: Record<string, Json> = {};
  for (const name of Object.keys(value)) {
    const one = value[name] as Json;
    const field = known.get(name);
    if (field && one === null) continue;
    const there = new Place(place, `.${name}`, type);
    if (!field) report.onUnknown(there.path);
    else {
      const result = decodedValue(one, field.type, there, report);
      if (isKept(result, field)) kept[name] = result;
    }
  }
  for (const [name, field] of shownFields(known)) if (!(name in kept)) kept[name] = emptyField(field);
  return kept;
}

function isKept(value: Json, field: Field): boolean {
  if (field.zero === 'dropped') return value !== '' && value !== 0 && value !== false;
  return field.isKeptEmpty === true || !isEmptyContainer(value, field.type);
}

/** Structs stay when they are empty: their author meant them. */
function isEmptyContainer(value: Json, type: Type): boolean {
  if (Array.isArray(value)) return value.length === 0 && type.scalar === undefined;
  return isJsonObject(value) && isPlainMap(type) && Object.keys(value).length === 0;
}

const isPlainMap = ({ map, scalar, isStruct }: Type): boolean => map?.item !== undefined && !scalar && !isStruct;

function decodedValue(value: Json, type: Type, place: Place, report: Report): Json {
  // Parts of any shape are kept as they are.
  if (type.scalar && type.map) return value;
  if (type.scalar) return checkedScalar(value, type.scalar, place, report);
  if (type.list) {
    if (!Array.isArray(value)) return misfit(value, type, place, report);
    const { item } = type.list;
    return value.map((one, index) => decodedItem(one, item, new Place(place, `[${index}]`), report));
  }
  if (!isJsonObject(value)) return misfit(value, type, place, report);
  const item = type.map?.item;
  if (!item) return decodedStruct(value, type, place, report);
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, decodedItem(one, item, new Place(place, `.${key}`), report)]),
  );
}

/** In a list or map a null is the zero value of its type. */
function decodedItem(value: Json, type: Type, place: Place, report: Report): Json {
  if (value !== null) return decodedValue(value, type, place, report);
  if (type.scalar && !type.map) return type.scalar === 'bytes' ? '' : ZERO[type.scalar];
  return type.map && !type.map.item ? emptyObject(type) : null;
}

const GO_SCALARS: Readonly<Record<Scalar, string>> = {
  string: 'string',
  bytes: '[]uint8',
  time: 'string',
  microTime: 'string',
  quantity: 'string',
  any: 'int32',
  int32: 'int32',
  int64: 'int64',
  number: 'float64',
  boolean: 'bool',
};

const LIMITS = { int32: 2 ** 31, int64: 2 ** 63 } as const;

function checkedScalar(value: Json, scalar: Scalar, place: Place, report: Report): Json {
  switch (scalar) {
    case 'quantity':
      return decodedQuantity(value);
    case 'bytes':
      if (typeof value === 'string') return decodedBytes(value);
      // Go takes a list of numbers for bytes too.
      if (Array.isArray(value) && value.every(isByte)) return Buffer.from(value as number[]).toString('base64');
      break;
    case 'time':
    case 'microTime':
      if (typeof value === 'string') return decodedTime(value, scalar);
      break;
    case 'any':
      if (typeof value === 'string' || isInteger(value, LIMITS.int32)) return value;
      break;
    case 'boolean':
    case 'number':
      if (typeof value === scalar) return value;
      break;
    case 'int32':
    case 'int64':
      if (isInteger(value, LIMITS[scalar])) return value;
      break;
    default:
      if (typeof value === 'string') return value;
  }
  // Types that read themselves end the reading.
  if (/^(time|microTime|any)$/.test(scalar)) throw mismatch(value, { scalar }, place);
  return misfit(value, { scalar }, place, report);
}

function misfit(value: Json, type: Type, place: Place, report: Report): null {
  report.misfit ??= mismatch(value, type, place);
  return null;
}

function isByte(value: Json): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 256;
}

function isInteger(value: Json, limit: number): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= -limit && value < limit;
}

/** K-158: stored in one form, whatever form it came in. */
function decodedQuantity(value: Json): string {
  try {
    return canonicalQuantity(typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '');
  } catch (error) {
    throw error instanceof MalformedQuantity ? new UndecodableValue(error.message) : error;
  }
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decodedBytes(text: string): string {
  const bare = text.replace(/[\r\n]/g, '');
  if (BASE64.test(bare)) return bare;
  const foreign = bare.search(/[^A-Za-z0-9+/]/);
  const at = foreign >= 0 ? foreign : bare.length - (bare.length % 4);
  throw new UndecodableValue(`illegal base64 data at input byte ${at}`);
}

const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const LAYOUTS = { time: '2006-01-02T15:04:05Z07:00', microTime: '2006-01-02T15:04:05.000000Z07:00' } as const;

/** Times are kept in UTC, to the second or to the millionth of it. */
function decodedTime(text: string, kind: keyof typeof LAYOUTS): string {
  const [, seconds, fraction = '', zone] = TIME.exec(text) ?? [];
  if (kind === 'microTime' && seconds !== undefined && fraction.length !== 7) {
    const rest = JSON.stringify(`${fraction}${zone}`);
    const layout = `"${LAYOUTS[kind]}"`;
    throw new UndecodableValue(`parsing time ${JSON.stringify(text)} as ${layout}: cannot parse ${rest} as ".000000"`);
  }
  if (seconds === undefined || zone === undefined || Number.isNaN(Date.parse(`${seconds}${zone}`))) {
    const shown = JSON.stringify(text);
    throw new UndecodableValue(`parsing time ${shown} as "${LAYOUTS[kind]}": cannot parse ${shown} as "2006"`);
  }
  const utc = zone === 'Z' ? seconds : new Date(`${seconds}${zone}`).toISOString().slice(0, 19);
  return kind === 'time' ? `${utc}Z` : `${utc}${fraction}Z`;
}

function mismatch(value: Json, type: Type, { goName: at }: Place): UndecodableValue {
  const isWrongNumber = typeof value === 'number' && /^(int32|int64|any)$/.test(type.scalar ?? '');
  const given = isWrongNumber ? `number ${value}` : jsonName(value);
  const complaint = `json: cannot unmarshal ${given} into Go`;
  return new UndecodableValue(
    `${complaint} struct field ${at} of type ${goName(type)}`,
    conversionComplaint(value, type, complaint),
  );
}

/** Types that read themselves from JSON do so in any case. */
function conversionComplaint(value: Json, type: Type, complaint: string): string {
  const { scalar } = type;
  if (scalar && /^(time|microTime|quantity|any)$/.test(scalar))
    return `${complaint} value of type ${GO_SCALARS[scalar]}`;
  if (scalar && typeof value === 'number' && /^(int32|int64)$/.test(scalar))
    return `cannot convert float64 to ${scalar}`;
  if (scalar) return `unrecognized type: ${GO_SCALARS[scalar]}`;
  if (type.list) return `cannot restore slice from ${goKind(value)}`;
  return isPlainMap(type) ? `cannot restore map from ${goKind(value)}` : `cannot restore struct from: ${goKind(value)}`;
}

function goKind(value: Json): string {
  if (Array.isArray(value)) return 'slice';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int64' : 'float64';
  return typeof value === 'object' ? 'map' : jsonName(value);
}

function jsonName(value: Json): string {
  if (Array.isArray(value)) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

function goName(type: Type): string {
  if (type.scalar) return GO_SCALARS[type.scalar];
  if (type.list) return `[]${goName(type.list.item)}`;
  if (type.name) return type.name.split('.').slice(-2).join('.');
  return `map[string]${type.map?.item ? goName(type.map.item) : 'interface {}'}`;
}
