import { isJsonObject, type JsonObject, type JsonValue } from '@slipway/crd/schema';

type Step = string | number;

/** What stands at a path; undefined where any part of it is missing. */
export function valueAt(value: JsonValue | undefined, ...steps: readonly Step[]): JsonValue | undefined {
  let found = value;
  for (const step of steps) {
    if (Array.isArray(found)) found = found[Number(step)];
    else found = isJsonObject(found) ? found[String(step)] : undefined;
  }
  return found;
}

export function objectAt(value: JsonValue | undefined, ...steps: readonly Step[]): JsonObject {
  const found = valueAt(value, ...steps);
  return isJsonObject(found) ? found : {};
}

/** The objects of a list; anything else in it is no business of a manifest. */
export function objectsAt(value: JsonValue | undefined, ...steps: readonly Step[]): JsonObject[] {
  const found = valueAt(value, ...steps);
  return Array.isArray(found) ? found.filter(isJsonObject) : [];
}

export function textAt(value: JsonValue | undefined, ...steps: readonly Step[]): string | undefined {
  const found = valueAt(value, ...steps);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

export function numberAt(value: JsonValue | undefined, ...steps: readonly Step[]): number | undefined {
  const found = valueAt(value, ...steps);
  return typeof found === 'number' ? found : undefined;
}

/** The texts of a map. */
export function textsAt(value: JsonValue | undefined, ...steps: readonly Step[]): Record<string, string> {
  const texts = Object.entries(objectAt(value, ...steps)).filter(([, text]) => typeof text === 'string');
  return Object.fromEntries(texts) as Record<string, string>;
}

/** The object without what says nothing: undefined, and empty maps and lists. */
export function filled(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value))) as JsonObject;
}

export function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

export const containsAll = (
  labels: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): boolean => Object.entries(wanted).every(([name, value]) => labels[name] === value);
