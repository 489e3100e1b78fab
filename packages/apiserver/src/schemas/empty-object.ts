import type { Json, JsonObject } from '../objects/index.ts';
import type { Field, Scalar, Type } from './type.ts';

/** The zero values of Go's types, as JSON shows them. */
export const ZERO: Readonly<Record<Scalar, Json>> = {
  string: '',
  bytes: null,
  time: null,
  microTime: null,
  quantity: '0',
  any: 0,
  int32: 0,
  int64: 0,
  number: 0,
  boolean: false,
};

const alwaysShown = new WeakMap<ReadonlyMap<string, Field>, readonly (readonly [string, Field])[]>();

/** The fields of a type that show even when nobody set them. */
export function shownFields(fields: ReadonlyMap<string, Field>): readonly (readonly [string, Field])[] {
  let shown = alwaysShown.get(fields);
  if (!shown) {
    shown = [...fields].filter(([, field]) => field.isStruct || field.isKeptEmpty || field.zero === 'shown');
    alwaysShown.set(fields, shown);
  }
  return shown;
}

/** The empty value of a built-in type: what a Go struct shows before anything is set. */
export function emptyObject(type: Type): JsonObject {
  const shown = type.map ? shownFields(type.map.fields) : [];
  return Object.fromEntries(shown.map(([name, field]) => [name, emptyField(field)]));
}

/** What is there of a field that nobody set, where the field is always there. */
export function emptyField({ type, isStruct, zero }: Field): Json {
  if (zero === 'shown' && type.scalar) return ZERO[type.scalar];
  return isStruct ? emptyObject(type) : null;
}
