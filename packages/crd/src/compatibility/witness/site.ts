import { isJsonObject, itemsOf, type JsonObject, type JsonSchema, type JsonValue } from '../../schema/index.ts';
import { leastObject, leastOf } from './values.ts';

/** A place in an object that a path of a schema leads to. */
export interface Site {
  /** The schema there; undefined on a side that has none. */
  readonly schema: JsonSchema | undefined;
  /** The whole object with this value there, or with nothing there. */
  readonly place: (value: JsonValue | undefined) => JsonValue;
  /** What an object has there. */
  readonly read: (object: JsonValue) => JsonValue | undefined;
}

const KEY = 'a';
const MEMBER = /^(?:allOf|anyOf|oneOf)\[\d+\]$|^not$/;

/** Steps into members of a combinator are no steps in an object. */
export function objectPath(path: readonly string[]): string[] {
  return path.filter((segment) => !MEMBER.test(segment));
}

/** Follows a path from a schema; what is on the way is as small as the schema lets it be. */
export function siteOf(schema: JsonSchema | undefined, path: readonly string[]): Site {
  const [segment, ...rest] = path;
  if (segment === undefined)
    return { schema, place: (value) => (value === undefined ? {} : value), read: (object) => object };
  const own = schema?.properties;
  if (segment === 'items' && own?.['items'] === undefined) {
    const items = schema === undefined ? undefined : itemsOf(schema);
    const below = siteOf(items, rest);
    const [, ...more] = schema === undefined ? [] : asList(leastOf(schema));
    return {
      schema: below.schema,
      place: (value) => {
        if (value === undefined && rest.length === 0) return [];
        return [below.place(value), ...more];
      },
      read: (object) => (Array.isArray(object) && object[0] !== undefined ? below.read(object[0]) : undefined),
    };
  }
  const isMap = segment === 'additionalProperties' && own?.[segment] === undefined;
  const others = schema?.additionalProperties;
  const key = isMap ? KEY : segment;
  const next = isMap ? (typeof others === 'object' ? others : undefined) : (own?.[segment] ?? undefined);
  const below = siteOf(next, rest);
  const least = schema === undefined ? {} : leastObject(schema);
  return {
    schema: below.schema,
    place: (value) => {
      const object: JsonObject = { ...least };
      if (value === undefined && rest.length === 0) delete object[key];
      else object[key] = below.place(value);
      return object;
    },
    read: (object) => {
      if (!isJsonObject(object) || !Object.hasOwn(object, key)) return undefined;
      const found = object[key];
      return found === undefined ? undefined : below.read(found);
    },
  };
}

const asList = (value: JsonValue): readonly JsonValue[] => (Array.isArray(value) ? value : []);
