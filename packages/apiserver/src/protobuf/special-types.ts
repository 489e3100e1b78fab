import type { Json, JsonObject } from '../objects/index.ts';
import { MalformedProtobuf, wireFields } from './wire.ts';

/** Reads the schema of a custom kind. */
type SchemaReader = (message: Buffer) => JsonObject;

/** Types whose JSON is not what their message looks like (K-6). Undefined: nothing was set. */
export const specialTypes: Readonly<Record<string, (message: Buffer, schema: SchemaReader) => Json | undefined>> = {
  quantity: (message) => textIn(message, 1),
  time: (message) => timeIn(message, 0),
  microTime: (message) => timeIn(message, 6),
  raw: (message) => {
    const text = textIn(message, 1);
    return text === '' ? undefined : parse(text);
  },
  intOrString: (message) => {
    const fields = fieldsOf(message);
    return fields.get(1) === 1n ? textOf(fields.get(3)) : Number(BigInt.asIntN(32, bigintOf(fields.get(2))));
  },
  /** A list with a name of its own: a message around the list. */
  items: (message) => [...wireFields(message)].map(({ value }) => textOf(value)),
  schemaOrSchemas(message, schema) {
    const several = allOf(message, 2).map(schema);
    return several.length > 0 ? several : schemaIn(message, 1, schema);
  },
  schemaOrStrings(message, schema) {
    const strings = allOf(message, 2).map(textOf);
    return strings.length > 0 ? strings : schemaIn(message, 1, schema);
  },
  schemaOrBool: (message, schema) => schemaIn(message, 2, schema) ?? fieldsOf(message).get(1) === 1n,
};

function fieldsOf(message: Buffer): Map<number, bigint | Buffer> {
  return new Map([...wireFields(message)].map(({ number, value }) => [number, value]));
}

function allOf(message: Buffer, wanted: number): Buffer[] {
  return [...wireFields(message)].flatMap(({ number, value }) =>
    number === wanted && Buffer.isBuffer(value) ? [value] : [],
  );
}

function schemaIn(message: Buffer, number: number, schema: SchemaReader): JsonObject | undefined {
  const [bytes] = allOf(message, number);
  return bytes && schema(bytes);
}

function textIn(message: Buffer, number: number): string {
  return textOf(fieldsOf(message).get(number));
}

function textOf(value: bigint | Buffer | undefined): string {
  return Buffer.isBuffer(value) ? value.toString('utf8') : '';
}

function bigintOf(value: bigint | Buffer | undefined): bigint {
  return typeof value === 'bigint' ? value : 0n;
}

/** An empty message is no time at all. */
function timeIn(message: Buffer, fractionDigits: number): string | undefined {
  if (message.length === 0) return undefined;
  const fields = fieldsOf(message);
  const seconds = Number(BigInt.asIntN(64, bigintOf(fields.get(1))));
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) throw new MalformedProtobuf('a time is out of range');
  const whole = date.toISOString().slice(0, 19);
  if (fractionDigits === 0) return `${whole}Z`;
  return `${whole}.${String(bigintOf(fields.get(2)))
    .padStart(9, '0')
    .slice(0, fractionDigits)}Z`;
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new MalformedProtobuf(`an embedded object is not JSON: ${(cause as Error).message}`);
  }
}
