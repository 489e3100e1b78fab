import { messageTable } from './message-table.ts';
import { MalformedProtobuf } from './wire.ts';

/** One field of a message, read from its text in the table. */
export interface MessageField {
  readonly number: number;
  readonly name: string;
  /** Its fields stand in the message around it. */
  readonly isInline: boolean;
  /** Shown even when zero. */
  readonly isRequired: boolean;
  readonly isPointer: boolean;
  readonly isList: boolean;
  readonly isMap: boolean;
  /** A scalar, a special type, or the name of a message. */
  readonly type: string;
}

export type Message = ReadonlyMap<number, MessageField>;

const read = new Map<string, Message>();

/** A message of the table; read when first asked for, since a cluster uses few of them. */
export function messageNamed(name: string): Message {
  let message = read.get(name);
  if (!message) {
    const text = Object.hasOwn(messageTable, name) ? messageTable[name] : undefined;
    if (text === undefined) throw new MalformedProtobuf(`the message ${name} is not known`);
    const fields = text === '' ? [] : text.split(' ').map(fieldOf);
    read.set(name, (message = new Map(fields.map((field) => [field.number, field]))));
  }
  return message;
}

/** The fields of a message by their JSON names, with those of the messages inlined in it. */
export function fieldsOfMessage(name: string): ReadonlyMap<string, MessageField> {
  const fields = new Map<string, MessageField>();
  for (const field of messageNamed(name).values()) {
    if (!field.isInline) fields.set(field.name, field);
    else for (const [key, inner] of fieldsOfMessage(field.type)) fields.set(key, inner);
  }
  return fields;
}

export function isMessage(name: string): boolean {
  return Object.hasOwn(messageTable, name);
}

function fieldOf(text: string): MessageField {
  const [, number = '', name = '', required, pointer, shape, type = ''] =
    /^(\d+):([^:]+):(!)?(\*)?(\[\]|\{\})?(.+)$/.exec(text) ?? [];
  return {
    number: Number(number),
    name,
    isInline: name === '^',
    isRequired: required !== undefined,
    isPointer: pointer !== undefined,
    isList: shape === '[]',
    isMap: shape === '{}',
    type,
  };
}
