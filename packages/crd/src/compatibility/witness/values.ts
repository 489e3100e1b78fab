import { canonicalJson, itemsOf, type JsonObject, type JsonSchema, type JsonValue } from '../../schema/index.ts';

/** Strings that common patterns and formats take. */
const TEXTS: readonly string[] = [
  '',
  ...'a x A 0 a1 ab a-b a.b a/b /a v1 1m 1Gi 1.0.0 a@b.co * 1h 100m 10.0.0.1 10.0.0.0/8 ::1 example.com'.split(' '),
  ...'http://a.b 2026-01-31 2026-01-31T12:00:00Z YQ== 00:00:00:00:00:01 #fff Ä A1b2C3d4'.split(' '),
  'a b',
  '123e4567-e89b-42d3-a456-426614174000',
];
const NUMBERS: readonly JsonValue[] = [0, 1, -1, 2, 1.5, 2_147_483_648, -2_147_483_649, 3.5e38];
/** Longer texts and lists are no help to a reader. */
const LONGEST = 2_000;
const DEEPEST = 6;
/** Objects below have the fields that they must have, and no others: every level would multiply what is tried. */
const DEEPEST_FIELDS = 1;
const MOST_PROPERTIES = 40;
const MOST_PER_FIELD = 12;

type Bound = number | bigint | undefined;

/** Values that a schema may take or may just not take, without promise: the engine judges them. */
export function valuesFor(schemas: readonly JsonSchema[], depth = 0): JsonValue[] {
  const all: JsonValue[] = [];
  const members = schemas.flatMap(withMembers);
  for (const schema of members) {
    all.push(...(schema.enum ?? []));
    if (schema.default !== undefined) all.push(schema.default);
    if (schema.example !== undefined) all.push(schema.example);
  }
  const types = new Set(members.map(({ type }) => type ?? ''));
  if (members.some((schema) => schema['x-kubernetes-int-or-string'] === true)) types.add('integer').add('string');
  const isOpen = types.has('') || members.some((schema) => schema['x-kubernetes-preserve-unknown-fields'] === true);
  if (types.has('boolean') || isOpen) all.push(false, true);
  if (types.has('integer') || types.has('number') || isOpen) all.push(...numbers(members));
  if (types.has('string') || isOpen) all.push(...texts(members));
  if (types.has('array') || isOpen) all.push(...lists(members, depth));
  if (types.has('object') || isOpen) all.push(...objects(members, depth));
  if (members.some(({ nullable }) => nullable === true)) all.push(null);
  return distinct(all);
}

/** The smallest value that a schema seems to ask for. */
export function leastOf(schema: JsonSchema, depth = 0): JsonValue {
  if (depth > DEEPEST) return {};
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  if (schema['x-kubernetes-int-or-string'] === true) return 0;
  switch (schema.type) {
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return numbers([schema]).find((value) => isWithin(schema, value)) ?? 0;
    case 'string': {
      const least = Number(schema.minLength ?? 0);
      const small = texts([schema]).toSorted((a, b) => a.length - b.length);
      const fits = small.find((text) => text.length >= least && matches(schema.pattern, text));
      return fits ?? 'a'.repeat(Math.min(least, LONGEST));
    }
    case 'array': {
      const items = itemsOf(schema);
      const count = Math.min(Number(schema.minItems ?? 0), LONGEST);
      if (count === 0 || items === undefined) return [];
      const values = valuesFor([items], depth + 1);
      return Array.from(
        { length: count },
        (_, at) => values[at % Math.max(1, values.length)] ?? leastOf(items, depth + 1),
      );
    }
    default:
      return leastObject(schema, depth);
  }
}

export function leastObject(schema: JsonSchema, depth = 0): JsonObject {
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const object: JsonObject = isEmbedded ? { apiVersion: 'v1', kind: 'A', metadata: { name: 'a' } } : {};
  for (const name of required) {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!(isEmbedded && name in object)) object[name] = field === undefined ? '' : leastOf(field, depth + 1);
  }
  const missing = (): boolean => Object.keys(object).length < Math.min(Number(schema.minProperties ?? 0), LONGEST);
  if (!missing()) return object;
  for (const [name, field] of Object.entries(properties)) if (missing()) object[name] ??= leastOf(field, depth + 1);
  if (!others) return object;
  const value = typeof others === 'object' ? leastOf(others, depth + 1) : '';
  for (let at = 0; missing(); at++) object[`k${at}`] = value;
  return object;
}

function withMembers(schema: JsonSchema): JsonSchema[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const type = schema.type === undefined ? {} : { type: schema.type };
  // Members of combinators have no type of their own.
  return [
    schema,
    ...[...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].flatMap((one) => withMembers({ ...type, ...one })),
  ];
}

function numbers(schemas: readonly JsonSchema[]): JsonValue[] {
  const bounds = schemas.flatMap(({ minimum, maximum, multipleOf }) => [minimum, maximum, multipleOf]);
  return distinct([...NUMBERS, ...bounds.flatMap(around)]).sort((a, b) => magnitude(a) - magnitude(b));
}

function texts(schemas: readonly JsonSchema[]): string[] {
  const lengths = schemas.flatMap(({ minLength, maxLength }) => [minLength, maxLength]).flatMap(counts);
  return [...lengths.map((length) => 'a'.repeat(length)), ...TEXTS];
}

function lists(schemas: readonly JsonSchema[], depth: number): JsonValue[] {
  if (depth > DEEPEST) return [[]];
  const items = schemas.flatMap((schema) => itemsOf(schema) ?? []);
  const values = valuesFor(items, depth + 1).slice(0, MOST_PER_FIELD);
  const least = items.map((one) => leastOf(one, depth + 1));
  const some = distinct([...least, ...values]);
  const lengths = schemas.flatMap(({ minItems, maxItems }) => [minItems, maxItems]).flatMap(counts);
  const [first = '', second = first] = some;
  // Sets want items that differ, and all of them may have to match a pattern.
  const stem = some.find((one) => typeof one === 'string' && items.every(({ pattern }) => matches(pattern, one)));
  return [
    [],
    ...some.map((value) => [value]),
    [first, first],
    [first, second],
    ...some.slice(0, 4).flatMap((value) => [[value, value]]),
    [null],
    ...lengths.flatMap((length) => [
      Array.from({ length }, () => first),
      Array.from({ length }, (_, at) => some[at % some.length] ?? first),
      Array.from({ length }, (_, at) => (typeof stem === 'string' ? `${stem}${at}` : at)),
    ]),
  ];
}

function objects(schemas: readonly JsonSchema[], depth: number): JsonValue[] {
  const least = distinct(schemas.map((schema) => leastObject(schema, depth)));
  if (depth > DEEPEST_FIELDS) return least;
  const fields = new Map<string, JsonSchema[]>();
  for (const { properties = {} } of schemas)
    for (const [name, schema] of Object.entries(properties)) fields.set(name, [...(fields.get(name) ?? []), schema]);
  const others = schemas.flatMap(({ additionalProperties }) =>
    typeof additionalProperties === 'object' ? [additionalProperties] : [],
  );
  const free = [...valuesFor(others, depth + 1).slice(0, MOST_PER_FIELD), '', 0, {}, { b: '' }];
  const known = [...fields].slice(0, MOST_PROPERTIES).map(([name, own]) => ({
    name,
    values: distinct([...own.map((one) => leastOf(one, depth + 1)), ...valuesFor(own, depth + 2)]).slice(
      0,
      MOST_PER_FIELD,
    ),
  }));
  const one = known.flatMap(({ name, values }) => values.map((value) => ({ [name]: value })));
  const pairs = known
    .slice(0, 5)
    .flatMap(({ name, values }, at) =>
      known
        .slice(at + 1, 5)
        .flatMap((other) =>
          values
            .slice(0, 4)
            .flatMap((value) => other.values.slice(0, 4).map((second) => ({ [name]: value, [other.name]: second }))),
        ),
    );
  const counted = schemas.flatMap(({ minProperties, maxProperties }) => [minProperties, maxProperties]).flatMap(counts);
  const keys = counted.map((length) =>
    Object.fromEntries(Array.from({ length }, (_, at) => [`k${at}`, free[0] ?? ''])),
  );
  const parts: JsonObject[] = [...one, ...free.map((value) => ({ a: value })), ...pairs, ...keys];
  return [...least, ...least.slice(0, 2).flatMap((base) => parts.map((part) => ({ ...base, ...part })))];
}

function around(bound: Bound): JsonValue[] {
  if (bound === undefined) return [];
  return typeof bound === 'bigint' ? [bound - 1n, bound, bound + 1n] : [bound - 1, bound, bound + 1, Math.trunc(bound)];
}

function counts(bound: Bound): number[] {
  const count = Number(bound ?? 0);
  return bound === undefined || count > LONGEST ? [] : [count - 1, count, count + 1].filter((one) => one > 0);
}

const magnitude = (value: JsonValue): number => Math.abs(Number(value));

function isWithin(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, type }: JsonSchema,
  value: JsonValue,
): boolean {
  const number = Number(value);
  if (type === 'integer' && typeof value === 'number' && !Number.isInteger(value)) return false;
  const [low, high] = [Number(minimum ?? -Infinity), Number(maximum ?? Infinity)];
  return (
    (exclusiveMinimum === true ? number > low : number >= low) &&
    (exclusiveMaximum === true ? number < high : number <= high)
  );
}

/** Only to choose a start: the engine has the last word, with RE2. */
function matches(pattern: string | undefined, text: string): boolean {
  if (!pattern) return true;
  try {
    return new RegExp(pattern, 'u').test(text);
  } catch {
    return true;
  }
}

function distinct<T extends JsonValue>(values: readonly T[]): T[] {
  return [...new Map(values.map((value) => [canonicalJson(value), value])).values()];
}
