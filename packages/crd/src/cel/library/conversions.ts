import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  declareFunction,
  declareMethod,
  INT,
  listOf,
  mapOf,
  type Overload,
  param,
  STRING,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
} from '../types/index.ts';
import {
  type CelList,
  type CelMap,
  codePointLength,
  type Duration,
  EvaluationError,
  parseGoDuration,
  parseRfc3339,
  Timestamp,
  TypeValue,
  typeNameOf,
  Uint,
  type Value,
} from '../values/index.ts';
import { pass } from './costs.ts';
import { printDouble } from './numbers.ts';
import { int, uint } from './operators.ts';

const A = param('A');
const B = param('B');
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function cannotConvert(from: string, to: string): EvaluationError {
  return new EvaluationError(`type conversion error from '${from}' to '${to}'`);
}

const TRUE = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

function parseBool(text: string): boolean {
  if (TRUE.has(text)) return true;
  if (FALSE.has(text)) return false;
  throw cannotConvert('string', 'bool');
}

function parseInt64(text: string): bigint {
  const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
  if (value === undefined || BigInt.asIntN(64, value) !== value) throw cannotConvert('string', 'int');
  return value;
}

function parseUint64(text: string): Uint {
  const value = /^\d+$/.test(text) ? BigInt(text) : undefined;
  if (value === undefined || BigInt.asUintN(64, value) !== value) throw cannotConvert('string', 'uint');
  return new Uint(value);
}

const FLOAT = /^[+-]?(?:\d(?:_?\d)*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const HEX_FLOAT = /^([+-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)$/;

/** Go's ParseFloat: decimal, hexadecimal with a binary exponent, or a word. */
function parseDouble(text: string): number {
  const word = /^([+-]?)(?:(inf|infinity)|nan)$/i.exec(text);
  if (word !== null) return word[2] === undefined ? Number.NaN : word[1] === '-' ? -Infinity : Infinity;
  const hex = HEX_FLOAT.exec(text);
  if (hex !== null && `${hex[2]}${hex[3]}` !== '') {
    const digits = Number(BigInt(`0x${hex[2]}${hex[3]}`)) * 2 ** (Number(hex[4]) - 4 * (hex[3] ?? '').length);
    return hex[1] === '-' ? -digits : digits;
  }
  const value = FLOAT.test(text) && !text.includes('_') ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw cannotConvert('string', 'double');
  return value;
}

function doubleToInt(value: number): bigint {
  if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63) throw new EvaluationError('integer overflow');
  return BigInt(Math.trunc(value));
}

function doubleToUint(value: number): Uint {
  if (!Number.isFinite(value) || value < 0 || value >= 2 ** 64) throw new EvaluationError('unsigned integer overflow');
  return new Uint(BigInt(Math.trunc(value)));
}

function bytesToString(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new EvaluationError('invalid UTF-8 in bytes, cannot convert to string');
    throw error;
  }
}

export function toDuration(text: string): Duration {
  const duration = parseGoDuration(text);
  if (duration === undefined) throw cannotConvert('string', 'google.protobuf.Duration');
  return duration;
}

export function toTimestamp(text: string): Timestamp {
  const timestamp = parseRfc3339(text);
  if (timestamp === undefined) throw cannotConvert('string', 'google.protobuf.Timestamp');
  return timestamp;
}

/** A conversion of a value to its own type. */
const same = (name: string, type: Type): Overload => declareFunction(name, [type], type, (value: Value) => value);

const sizes: readonly (readonly [Type, (value: never) => bigint])[] = [
  [BYTES, (bytes: Uint8Array) => BigInt(bytes.length)],
  [listOf(A), (list: CelList) => BigInt(list.size)],
  [mapOf(A, B), (map: CelMap) => BigInt(map.size)],
  [STRING, (text: string) => BigInt(codePointLength(text))],
];

export const CONVERSIONS: readonly Overload[] = [
  ...sizes.flatMap(([type, call]) => [
    declareFunction('size', [type], INT, call),
    declareMethod('size', [type], INT, call),
  ]),
  declareFunction('type', [A], typeOf(A), (value: Value) => new TypeValue(typeNameOf(value))),
  declareFunction('dyn', [A], DYN, (value: Value) => value),
  same('bool', BOOL),
  declareFunction('bool', [STRING], BOOL, parseBool),
  same('bytes', BYTES),
  declareFunction('bytes', [STRING], BYTES, (text: string) => encoder.encode(text), pass),
  same('double', DOUBLE),
  declareFunction('double', [INT], DOUBLE, (value: bigint) => Number(value)),
  declareFunction('double', [STRING], DOUBLE, parseDouble),
  declareFunction('double', [UINT], DOUBLE, (value: Uint) => Number(value.value)),
  same('duration', DURATION),
  declareFunction('duration', [INT], DURATION, () => {
    // Declared by CEL, but never made to work.
    throw cannotConvert('int', 'google.protobuf.Duration');
  }),
  declareFunction('duration', [STRING], DURATION, toDuration),
  same('int', INT),
  declareFunction('int', [DOUBLE], INT, doubleToInt),
  declareFunction('int', [DURATION], INT, (value: Duration) => value.nanoseconds),
  declareFunction('int', [STRING], INT, parseInt64),
  declareFunction('int', [TIMESTAMP], INT, (value: Timestamp) => value.seconds),
  declareFunction('int', [UINT], INT, (value: Uint) => int(value.value)),
  same('string', STRING),
  declareFunction('string', [BOOL], STRING, String),
  declareFunction('string', [BYTES], STRING, bytesToString, pass),
  declareFunction('string', [DOUBLE], STRING, printDouble),
  declareFunction('string', [DURATION], STRING, (value: Duration) => value.toString()),
  declareFunction('string', [INT], STRING, String),
  declareFunction('string', [TIMESTAMP], STRING, (value: Timestamp) => value.toString()),
  declareFunction('string', [UINT], STRING, (value: Uint) => `${value.value}`),
  same('timestamp', TIMESTAMP),
  declareFunction('timestamp', [INT], TIMESTAMP, (seconds: bigint) => new Timestamp(seconds * 1_000_000_000n)),
  declareFunction('timestamp', [STRING], TIMESTAMP, toTimestamp),
  same('uint', UINT),
  declareFunction('uint', [DOUBLE], UINT, doubleToUint),
  declareFunction('uint', [INT], UINT, (value: bigint) => uint(value)),
  declareFunction('uint', [STRING], UINT, parseUint64),
];
