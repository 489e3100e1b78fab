import type { Json, JsonObject } from '../objects/index.ts';
import { type MessageField, messageNamed } from './message.ts';
import { messageOfKind } from './message-table.ts';
import { specialTypes } from './special-types.ts';
import { MalformedProtobuf, wireFields } from './wire.ts';

/** What every body begins with. */
const MAGIC = Buffer.from('k8s\0', 'latin1');
/** Real objects are some fifteen levels deep, schemas of custom kinds as deep as their authors like. */
const DEEPEST = 1000;
/** What the values of a schema are that are schemas themselves. */
const SCHEMA = 'apiextensions.v1.JSONSchemaProps';

/** The object in a protobuf body as its JSON form (K-4). */
export function decodeProtobuf(body: Buffer): Json {
  if (!body.subarray(0, MAGIC.length).equals(MAGIC)) throw new MalformedProtobuf('the body does not begin with k8s\\0');
  const envelope = bytesByNumber(body.subarray(MAGIC.length));
  const typeMeta = bytesByNumber(envelope.get(1) ?? Buffer.alloc(0));
  const apiVersion = typeMeta.get(1)?.toString('utf8') ?? '';
  const kind = typeMeta.get(2)?.toString('utf8') ?? '';
  const object = decodeMessage(messageFor(apiVersion, kind), envelope.get(2) ?? Buffer.alloc(0), 0);
  return { kind, apiVersion, ...object };
}

/** Options of a deletion come under the apiVersion of what is deleted (K-7). */
function messageFor(apiVersion: string, kind: string): string {
  if (kind === 'DeleteOptions') return 'meta.v1.DeleteOptions';
  const key = `${apiVersion} ${kind}`;
  const message = Object.hasOwn(messageOfKind, key) ? messageOfKind[key] : undefined;
  if (message === undefined) throw new MalformedProtobuf(`${kind} in ${apiVersion} has no protobuf form here`);
  return message;
}

function bytesByNumber(message: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (const { number, value } of wireFields(message)) if (Buffer.isBuffer(value)) found.set(number, value);
  return found;
}

function decodeMessage(name: string, bytes: Buffer, depth: number): JsonObject {
  if (depth > DEEPEST) throw new MalformedProtobuf('the object is nested too deeply');
  const message = messageNamed(name);
  const object = new Map<string, Json>();
  // Filled in place and taken over at the end: a copy per element would make long lists quadratic.
  const lists = new Map<string, Json[]>();
  const maps = new Map<string, Map<string, Json>>();
  for (const { number, value } of wireFields(bytes)) {
    const field = message.get(number);
    // A field of a newer version: JSON that is not known is dropped too.
    if (!field) continue;
    if (field.isInline) {
      const inner = decodeMessage(field.type, expectBytes(value), depth + 1);
      for (const [key, part] of Object.entries(inner)) object.set(key, part);
    } else if (field.isMap) {
      const [key, part] = mapEntry(field, expectBytes(value), depth);
      held(maps, field.name, () => new Map()).set(key, part);
    } else if (field.isList) {
      held(lists, field.name, () => []).push(decodeValue(field.type, value, depth) ?? null);
    } else {
      const decoded = decodeValue(field.type, value, depth);
      if (decoded !== undefined && isShown(field, decoded)) object.set(field.name, decoded);
    }
  }
  for (const [key, items] of lists) object.set(key, items);
  for (const [key, entries] of maps) object.set(key, Object.fromEntries(entries));
  return Object.fromEntries(object);
}

function held<T>(all: Map<string, T>, name: string, make: () => T): T {
  let one = all.get(name);
  if (one === undefined) all.set(name, (one = make()));
  return one;
}

/** K-5: values that are no pointers are always on the wire; as zero they mean that nothing was set. */
function isShown(field: MessageField, value: Json): boolean {
  if (field.isPointer || field.isRequired) return true;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== '' && value !== 0 && value !== false;
}

function mapEntry({ type }: MessageField, entry: Buffer, depth: number): [string, Json] {
  let key = '';
  let value: Json | undefined;
  for (const field of wireFields(entry)) {
    if (field.number === 1) key = expectBytes(field.value).toString('utf8');
    if (field.number === 2) value = decodeValue(type, field.value, depth);
  }
  return [key, value ?? ''];
}

function decodeValue(type: string, value: bigint | Buffer, depth: number): Json | undefined {
  switch (type) {
    case 'string':
      return expectBytes(value).toString('utf8');
    case 'bytes':
      return expectBytes(value).toString('base64');
    case 'bool':
      return value !== 0n;
    case 'int':
      if (typeof value !== 'bigint') throw new MalformedProtobuf('a number is not a number');
      return Number(BigInt.asIntN(64, value));
    case 'double':
      return expectBytes(value).readDoubleLE(0);
    default: {
      const special = Object.hasOwn(specialTypes, type) ? specialTypes[type] : undefined;
      const schema = (message: Buffer): JsonObject => decodeMessage(SCHEMA, message, depth + 1);
      return special ? special(expectBytes(value), schema) : decodeMessage(type, expectBytes(value), depth + 1);
    }
  }
}

function expectBytes(value: bigint | Buffer): Buffer {
  if (!Buffer.isBuffer(value)) throw new MalformedProtobuf('a field has the wrong wire type');
  return value;
}
