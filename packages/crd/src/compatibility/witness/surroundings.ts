import { isJsonObject, itemsOf, type JsonObject, type JsonSchema, type JsonValue } from '../../schema/index.ts';
import { freeName, type Samples } from './samples.ts';
import { LONGEST } from './scalars.ts';

const MEMBER = /^(?:allOf|anyOf|oneOf)\[\d+\]$|^not$/;
/** Depth at which an object has only what it must have. */
const SURROUNDING = 3;
const MOST_BASES = 8;

/** Steps into members of a combinator are no steps in an object. */
export function objectPath(path: readonly string[]): string[] {
  return path.filter((segment) => !MEMBER.test(segment));
}

/** One step from a schema to the one below, and from a value to the one below. */
interface Step {
  readonly schema: JsonSchema | undefined;
  /** Undefined for the first item of a list. */
  readonly key: string | undefined;
}

function stepOf(schema: JsonSchema | undefined, segment: string): Step {
  const { properties = {}, additionalProperties: others } = schema ?? {};
  if (Object.hasOwn(properties, segment)) return { schema: properties[segment], key: segment };
  if (segment === 'items') return { schema: schema && itemsOf(schema), key: undefined };
  const values = typeof others === 'object' ? others : undefined;
  const isMap = segment === 'additionalProperties';
  return { schema: values, key: isMap ? freeName(Object.keys(properties)) : segment };
}

/** The schema of a place; undefined where there is none. */
export function schemaAt(
  schema: JsonSchema | undefined,
  [segment, ...rest]: readonly string[],
): JsonSchema | undefined {
  return segment === undefined ? schema : schemaAt(stepOf(schema, segment).schema, rest);
}

/** What an object has at a place of its schema. */
export function valueAt(
  schema: JsonSchema | undefined,
  [segment, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (segment === undefined || value === undefined) return value;
  const { schema: below, key } = stepOf(schema, segment);
  if (key === undefined) return Array.isArray(value) ? valueAt(below, rest, value[0]) : undefined;
  return isJsonObject(value) && Object.hasOwn(value, key) ? valueAt(below, rest, value[key]) : undefined;
}

/** The same object without what it has there. */
export function without(schema: JsonSchema, [segment, ...rest]: readonly string[], value: JsonValue): JsonValue {
  if (segment === undefined) return value;
  const { schema: below = {}, key } = stepOf(schema, segment);
  const isLast = rest.length === 0;
  if (key === undefined) {
    const [first, ...others] = Array.isArray(value) ? value : [];
    if (first === undefined) return value;
    return isLast ? others : [without(below, rest, first), ...others];
  }
  const held = isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  if (!isJsonObject(value) || held === undefined) return value;
  const { [key]: _, ...others } = value;
  return isLast ? others : { ...value, [key]: without(below, rest, held) };
}

/**
 * A value with what it needs around it to be accepted at the end of a path, from the inside out: at each level the
 * smallest object or list that the engine takes with it, or the smallest of all where it takes none.
 */
export function surrounded(
  samples: Samples,
  schema: JsonSchema | undefined,
  [segment, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue | undefined {
  if (segment === undefined) return value;
  const { schema: below, key } = stepOf(schema, segment);
  const inner = surrounded(samples, below, rest, value);
  const wholes = key === undefined ? lists(samples, schema, below, inner) : objects(samples, schema, key, inner);
  const [first] = wholes;
  return wholes.length < 2 || schema === undefined
    ? first
    : (wholes.find((whole) => samples.accepts(schema, whole)) ?? first);
}

function objects(
  samples: Samples,
  schema: JsonSchema | undefined,
  key: string,
  value: JsonValue | undefined,
): JsonObject[] {
  const known = schema === undefined || asksNothing(schema) ? [] : samples.of(schema, [], SURROUNDING);
  return [...known.filter(isJsonObject).slice(0, MOST_BASES), {}].map((base) => {
    const { [key]: _, ...others } = base;
    return value === undefined ? others : { ...others, [key]: value };
  });
}

const NEEDS = [
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'minProperties',
  'required',
  'x-kubernetes-embedded-resource',
  'x-kubernetes-validations',
] as const satisfies readonly (keyof JsonSchema)[];

/** Whether an object may be empty, as most may: then the engine is spared a schema that can be large. */
function asksNothing(schema: JsonSchema): boolean {
  return NEEDS.every((keyword) => schema[keyword] === undefined);
}

function lists(
  samples: Samples,
  schema: JsonSchema | undefined,
  items: JsonSchema | undefined,
  value: JsonValue | undefined,
): JsonValue[][] {
  if (value === undefined) return [[]];
  const least = Number(schema?.minItems ?? 0);
  return least < 2 || least > LONGEST
    ? [[value]]
    : [[value], samples.distinct(items, [value], least), Array.from({ length: least }, () => value)];
}
