import type { JsonSchema } from '../../schema/index.ts';

const LITERAL = /'([^'\\]*)'|"([^"\\]*)"|(?<![\w.])(\d+(?:\.\d+)?)/g;
const MOST_LITERALS = 12;
const literals = new WeakMap<JsonSchema, JsonSchema>();
const namedByRules = new WeakSet<JsonSchema>();

/** A schema and, where it has rules, what they name: values worth being tried there and in everything below. */
export function withLiterals(schema: JsonSchema): JsonSchema[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  if (rules.length === 0) return [schema];
  const known = literals.get(schema);
  if (known !== undefined) return [schema, ...withMembers(known)];
  const named = rules.flatMap(({ rule }) => [...rule.matchAll(LITERAL)]).slice(0, MOST_LITERALS);
  const numbers = named.flatMap(([, , , number]) => (number === undefined ? [] : [Number(number)]));
  const near = numbers.flatMap((number) => [number - 1, number, number + 1]);
  const texts = named.flatMap(([, single, double]) => single ?? double ?? []);
  const limits = numbers.map(
    (count): JsonSchema => ({ minimum: count, minLength: count, minItems: count, minProperties: count }),
  );
  const hint: JsonSchema = { enum: [...texts, ...texts.map((text) => `${text}a`), ...near], anyOf: limits };
  literals.set(schema, hint);
  namedByRules.add(hint);
  return [schema, ...withMembers(hint)];
}

/** A schema and the members of its combinators, in which there is no type. */
export function withMembers(schema: JsonSchema): JsonSchema[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  return [schema, ...[...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].flatMap(withMembers)];
}

export function hintsFrom(
  members: readonly JsonSchema[],
  below: (schema: JsonSchema) => JsonSchema | undefined,
): JsonSchema[] {
  return [...new Set(members.flatMap((one) => (namedByRules.has(one) ? one : (below(one) ?? []))))];
}

export function propertyOf({ properties = {} }: JsonSchema, name: string): JsonSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : undefined;
}

export function valueSchema({ additionalProperties }: JsonSchema): JsonSchema | undefined {
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
