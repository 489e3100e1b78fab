import { canonicalJson } from '@slipway/apimachinery/json';
import {
  type CompiledSchema,
  type Crd,
  compileSchema,
  isJsonObject,
  itemsOf,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  type RuleCompiler,
} from '../../schema/index.ts';
import { hintsFrom, propertyOf, valueSchema, withLiterals, withMembers } from './hints.ts';
import { countsAround, LONGEST, lengthsOf, numbersFor, stretched, textsFor } from './scalars.ts';

/** How many values are kept at a depth below the place of a finding: every level multiplies what is tried. */
const MOST: readonly number[] = [400, 12, 5];
const MOST_BELOW = 2;
/** Larger values beside them, which hold what a schema or a rule names. */
const MOST_EXTRAS = 8;
/** Fields of an object that are tried one by one, and two by two. */
const MOST_FIELDS = 40;
const MOST_PAIRED = 5;
/** What is stretched to the lengths that a schema asks for. */
const MOST_STRETCHED = 6;
const DEEPEST = 12;
/** Names of undeclared fields. */
const NAMES: readonly string[] = ['a', 'b', 'k', 'x', 'y', 'z', 'other'];
/** An embedded resource, and what may be missing from it or more than there should be. */
const RESOURCE: JsonObject = { apiVersion: 'v1', kind: 'A', metadata: { name: 'a' } };
const RESOURCES: readonly JsonObject[] = [
  { apiVersion: 'v1', kind: 'A' },
  { apiVersion: 'v1' },
  { kind: 'A' },
  { metadata: {} },
  { metadata: { name: 'a' } },
  RESOURCE,
];
/** What undeclared fields may hold. */
const UNDECLARED: readonly JsonValue[] = ['', 0, {}, { b: '' }];
/** The schema of a place that has none. */
export const ANYTHING: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/**
 * Small values that a schema takes, judged by the engine: from the inside out, so that what an object must have is
 * right before the object is tried. Everything is bounded and kept for as long as a comparison lasts.
 */
export class Samples {
  readonly #rules: RuleCompiler | undefined;
  readonly #compiled = new WeakMap<JsonSchema, CompiledSchema>();
  readonly #known = new WeakMap<JsonSchema, Map<number, readonly JsonValue[]>>();

  constructor(rules: RuleCompiler | undefined) {
    this.#rules = rules;
  }

  /** Whether the engine takes a value whole. Null counts where it is kept. */
  accepts(schema: JsonSchema, value: JsonValue): boolean {
    const compiled = this.#compiled.get(schema) ?? compileSchema(crdOf(schema), VERSION, this.#options());
    this.#compiled.set(schema, compiled);
    const { object, problems, unknownFields, undecodable } = compiled.admit({ [FIELD]: value });
    if (problems.length > 0 || unknownFields.length > 0 || undecodable !== undefined) return false;
    return value !== null || object[FIELD] === null;
  }

  /**
   * Values that a schema takes, the smallest first.
   *
   * @param hints other schemas of the same place, whose limits are worth being tried
   * @param depth below the place of a finding; the deeper, the fewer
   */
  of(schema: JsonSchema, hints: readonly JsonSchema[], depth: number): readonly JsonValue[] {
    const others = hints.filter((hint) => hint !== schema);
    const known = others.length === 0 ? this.#known.get(schema)?.get(depth) : undefined;
    const values = known ?? [...this.each(schema, others, depth)];
    if (others.length === 0) this.#known.set(schema, (this.#known.get(schema) ?? new Map()).set(depth, values));
    return values;
  }

  /** The same, one by one: the first that is good enough ends the work. */
  *each(schema: JsonSchema, hints: readonly JsonSchema[], depth = 0): Generator<JsonValue> {
    if (depth > DEEPEST) return;
    const members = [schema, ...hints].flatMap(withMembers).flatMap(withLiterals);
    const most = MOST[depth] ?? MOST_BELOW;
    const texts: string[] = [];
    const named = new Set(members.flatMap((one) => one.enum ?? []));
    let [count, extras] = [0, MOST_EXTRAS];
    for (const value of bySize(this.#candidates(schema, members, depth))) {
      // Small values alone would hide those that a schema or a rule speaks of.
      const isExtra = count >= most;
      if (isExtra && (extras === 0 || !holds(value, named))) continue;
      if (!this.accepts(schema, value)) continue;
      yield value;
      count++;
      if (isExtra) extras--;
      if (typeof value === 'string' && texts.length < MOST_STRETCHED) texts.push(value);
    }
    if (count >= most) return;
    const lengths = texts.length === 0 ? [] : lengthsOf(members);
    const longer = texts.flatMap((text) => lengths.flatMap((length) => stretched(text, length)));
    for (const value of bySize(longer)) if (this.accepts(schema, value)) yield value;
  }

  /** Values of which a part is dropped, without a refusal: an undeclared field, and null. */
  dropped(schema: JsonSchema): JsonValue[] {
    const free = freeName(Object.keys(schema.properties ?? {}));
    const object = this.of(schema, [], MOST.length).find(isJsonObject);
    return object === undefined ? [null] : [null, { ...object, [free]: '' }];
  }

  #options(): { rules?: RuleCompiler } {
    return this.#rules === undefined ? {} : { rules: this.#rules };
  }

  #candidates(schema: JsonSchema, members: readonly JsonSchema[], depth: number): JsonValue[] {
    const all: JsonValue[] = [];
    for (const { enum: values = [], default: value, example } of members) {
      all.push(...values);
      if (value !== undefined) all.push(value);
      if (example !== undefined) all.push(example);
    }
    const { type = '', 'x-kubernetes-int-or-string': isEither } = schema;
    const types = isEither === true ? ['integer', 'string'] : [type];
    const may = (...names: string[]): boolean => types.some((one) => one === '' || names.includes(one));
    if (may('boolean')) all.push(false, true);
    if (may('integer', 'number')) all.push(...numbersFor(members));
    if (may('string')) all.push(...textsFor(members));
    if (may('array')) all.push(...this.#lists(schema, members, depth));
    if (may('object')) all.push(...this.#objects(schema, members, depth));
    if (members.some(({ nullable }) => nullable === true)) all.push(null);
    return all;
  }

  #lists(schema: JsonSchema, members: readonly JsonSchema[], depth: number): JsonValue[] {
    const items = itemsOf(schema);
    const values = this.of(items ?? ANYTHING, hintsFrom(members, itemsOf), depth + 1);
    const counts = countsAround(members.flatMap(({ minItems, maxItems }) => [minItems, maxItems]));
    const [first] = values;
    if (first === undefined) return [[]];
    const longest = Math.max(3, ...counts);
    const many = this.distinct(items, values, longest);
    return [
      [],
      ...values.map((value) => [value]),
      ...values.slice(0, 4).map((value) => [value, value]),
      ...many.slice(0, 4).flatMap((value, at) => many.slice(at + 1, 6).map((other) => [value, other])),
      [null],
      ...[3, ...counts].flatMap((length) => [Array.from({ length }, () => first), many.slice(0, length)]),
    ];
  }

  /** As many different values as are asked for, as far as small changes of known ones give them. */
  distinct(schema: JsonSchema | undefined, values: readonly JsonValue[], count: number): JsonValue[] {
    const many = [...values];
    const seen = new Set(many.map(canonicalJson));
    for (let step = 1; many.length < count && step <= count; step++) {
      for (const value of values.slice(0, MOST_STRETCHED).flatMap((one) => varied(one, step))) {
        if (many.length >= count) break;
        const text = canonicalJson(value);
        if (seen.has(text) || !this.accepts(schema ?? ANYTHING, value)) continue;
        seen.add(text);
        many.push(value);
      }
    }
    return many;
  }

  #objects(schema: JsonSchema, members: readonly JsonSchema[], depth: number): JsonObject[] {
    const { properties = {}, additionalProperties: others } = schema;
    const isEmbedded = members.some((one) => one['x-kubernetes-embedded-resource'] === true);
    const valuesOf = (name: string): readonly JsonValue[] => {
      const hints = hintsFrom(members, (one) => propertyOf(one, name));
      const own = propertyOf(schema, name) ?? (typeof others === 'object' ? others : undefined);
      const values = this.of(own ?? ANYTHING, hints, depth + 1);
      return isEmbedded && RESOURCE[name] !== undefined ? [RESOURCE[name], ...values] : values;
    };
    const withAll = (names: readonly string[]): JsonObject =>
      Object.fromEntries(
        names.flatMap((name) =>
          valuesOf(name)
            .slice(0, 1)
            .map((value) => [name, value]),
        ),
      );
    const least = {
      ...(schema['x-kubernetes-embedded-resource'] === true ? RESOURCE : {}),
      ...withAll(schema.required ?? []),
    };
    const names = [...new Set(members.flatMap((one) => Object.keys(one.properties ?? {})))];
    const free = freeName(names);
    const counts = countsAround(members.flatMap(({ minProperties, maxProperties }) => [minProperties, maxProperties]));
    const spare = typeof others === 'object' ? this.of(others, hintsFrom(members, valueSchema), depth + 1) : UNDECLARED;
    const filled = counts.map((count) => this.#filled(least, count, Object.keys(properties), valuesOf, spare[0]));
    const sets = members.flatMap(({ required = [] }) => (required.length > 0 ? [withAll(required)] : []));
    // Deep below only what has to be there: every level multiplies what is tried.
    if (depth >= MOST.length) return [least, ...filled, ...sets.map((part) => ({ ...least, ...part }))];
    const fields = names.slice(0, MOST_FIELDS).map((name) => [name, valuesOf(name)] as const);
    const parts: JsonObject[] = [
      ...sets,
      ...fields.flatMap(([name, values]) => values.map((value) => ({ [name]: value }))),
      ...[...spare, ...UNDECLARED].map((value) => ({ [free]: value })),
      ...(isEmbedded ? RESOURCES : []),
      ...(depth > 0 ? [] : pairs(fields)),
    ];
    const bases = isEmbedded ? [least, {}] : [least];
    return [...bases, ...filled, ...bases.flatMap((base) => parts.map((part) => ({ ...base, ...part })))];
  }

  /** An object of so many fields: those that are declared first, then others. */
  #filled(
    least: JsonObject,
    count: number,
    names: readonly string[],
    valuesOf: (name: string) => readonly JsonValue[],
    spare: JsonValue = '',
  ): JsonObject {
    const object: JsonObject = { ...least };
    const isShort = (): boolean => Object.keys(object).length < Math.min(count, LONGEST);
    for (const name of names) {
      const [value] = isShort() ? valuesOf(name) : [];
      if (value !== undefined) object[name] ??= value;
    }
    for (let at = 0; isShort(); at++) object[`k${at}`] = spare;
    return object;
  }
}

const FIELD = 'value';
const VERSION = 'v1';

/** A CRD whose objects hold a value of the schema, so that the engine can be asked about it alone. */
function crdOf(schema: JsonSchema): Crd {
  const root: JsonSchema = { type: 'object', properties: { [FIELD]: schema } };
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'values.example.com' },
    spec: {
      group: 'example.com',
      names: { kind: 'Value', plural: 'values' },
      scope: 'Cluster',
      versions: [{ name: VERSION, served: true, storage: true, schema: { openAPIV3Schema: root } }],
    },
    unknownFields: [],
  };
}

/** A name that none of these is. */
export function freeName(names: readonly string[]): string {
  return NAMES.find((name) => !names.includes(name)) ?? 'undeclared';
}

function pairs(fields: readonly (readonly [string, readonly JsonValue[]])[]): JsonObject[] {
  const few = fields.slice(0, MOST_PAIRED);
  return few.flatMap(([name, values], at) =>
    few
      .slice(at + 1)
      .flatMap(([other, more]) =>
        values.slice(0, 4).flatMap((value) => more.slice(0, 4).map((second) => ({ [name]: value, [other]: second }))),
      ),
  );
}

/** A value a little different: lists of type set and map want no two equal ones. */
function varied(value: JsonValue, step: number): JsonValue[] {
  if (typeof value === 'string') return [`${value}${step}`, `${value}${value.at(-1)?.repeat(step) ?? ''}`];
  if (typeof value === 'number') return [value + step, value - step];
  if (typeof value === 'bigint') return [value + BigInt(step)];
  if (Array.isArray(value)) return value.length > 0 ? [Array.from({ length: step }, () => value).flat()] : [];
  if (!isJsonObject(value)) return [];
  const changed = Object.entries(value).flatMap(([key, below]) =>
    varied(below, step).map((other) => ({ ...value, [key]: other })),
  );
  return changed.length > 0
    ? changed
    : [
        { ...value, [`k${step}`]: '' },
        { ...value, [`k${step}`]: 0 },
      ];
}

function holds(value: JsonValue, named: ReadonlySet<JsonValue>): boolean {
  if (Array.isArray(value)) return value.some((item) => holds(item, named));
  return isJsonObject(value) ? Object.values(value).some((below) => holds(below, named)) : named.has(value);
}

function bySize(values: readonly JsonValue[]): JsonValue[] {
  const texts = new Map(values.map((value) => [canonicalJson(value), value]));
  return [...texts].sort(([a], [b]) => a.length - b.length).map(([, value]) => value);
}
