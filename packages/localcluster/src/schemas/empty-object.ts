import type { Json, JsonObject } from '../objects/index.ts';
import type { Field, Type } from './type.ts';

/** The empty value of a built-in type: what a Go struct shows before anything is set. */
export function emptyObject(type: Type): JsonObject {
  const shown = [...(type.map?.fields ?? [])].filter(([, { isStruct, isKeptEmpty }]) => isStruct || isKeptEmpty);
  return Object.fromEntries(shown.map(([name, field]) => [name, emptyField(field)]));
}

/** What is there of a field that nobody set, where the field is always there. */
export function emptyField({ type, isStruct }: Field): Json {
  return isStruct ? emptyObject(type) : null;
}
