import { isJsonObject, type Json, type JsonObject } from '../objects/index.ts';

/** The fields that are missing are added; the object itself is returned when none is. */
export function filled(value: JsonObject, fields: JsonObject): JsonObject {
  const missing = Object.entries(fields).filter(([name]) => value[name] === undefined);
  return missing.length === 0 ? value : { ...value, ...Object.fromEntries(missing) };
}

export const part = (value: JsonObject, name: string): JsonObject => {
  const found = value[name];
  return isJsonObject(found) ? found : {};
};

export const isEmpty = (value: Json | undefined): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
