import type { JsonObject } from '../objects/index.ts';
import type { Type } from './type.ts';

/** The empty value of a built-in type: what a Go struct shows before anything is set. */
export function emptyObject(type: Type): JsonObject {
  const structs = [...(type.map?.fields ?? [])].filter(([, field]) => field.isStruct);
  return Object.fromEntries(structs.map(([name, field]) => [name, emptyObject(field.type)]));
}
