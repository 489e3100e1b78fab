import { isDeepStrictEqual } from 'node:util';
import type { SchemaChange } from '@gati-framework/contracts/deployment';
import type { VersionSchema } from '../types/index.ts';
import { hasInnerReference, SchemaDocument, type SchemaObject, schemaObject, tellingKeys } from './schema-document.ts';

type Side = SchemaChange['side'];

/** What a caller of the older version notices of the newer one. */
export interface SchemaDiff {
  readonly changes: readonly SchemaChange[];
  /** What changed in a way that the rules do not judge, as `/request/properties/name: oneOf`. */
  readonly unjudged: readonly string[];
}

/**
 * Compares what two versions publish (G-58). Requests are those of the older version, sent to the newer one; responses
 * those of the newer one, read by callers of the older. A part that only one of them publishes is not compared.
 */
export function diffSchemas(from: VersionSchema, to: VersionSchema): SchemaDiff {
  const changes: SchemaChange[] = [];
  const unjudged: string[] = [];
  for (const side of ['request', 'response'] as const) {
    if (from[side] === undefined || to[side] === undefined) continue;
    const comparison = new Comparison(side, from[side], to[side]);
    changes.push(...comparison.changes);
    unjudged.push(...comparison.unjudged);
  }
  if (from.statusCode !== undefined && to.statusCode !== undefined && from.statusCode !== to.statusCode) {
    const message = `the status code ${from.statusCode} became ${to.statusCode}`;
    changes.push({ path: '/statusCode', side: 'response', breaking: true, message });
  }
  return { changes, unjudged };
}

/** Whom a change breaks: senders of requests, readers of responses, both or nobody. */
const BREAKS = {
  addRequired: ['request'],
  addOptional: [],
  removeRequired: ['response'],
  removeOptional: [],
  becomeRequired: ['request'],
  becomeOptional: ['response'],
  becomeNullable: ['response'],
  stopNullable: ['request'],
  addValue: ['response'],
  removeValue: ['request'],
  changeType: ['request', 'response'],
} as const satisfies Record<string, readonly Side[]>;

/** Keywords that have a rule of their own; all others must be equal. */
const JUDGED = new Set(['type', 'nullable', 'enum', 'properties', 'required', 'items']);

class Comparison {
  readonly changes: SchemaChange[] = [];
  readonly unjudged: string[] = [];
  readonly #side: Side;
  readonly #from: SchemaDocument;
  readonly #to: SchemaDocument;
  /** Pairs that were compared: schemas may refer to themselves, and one definition may be referred to often. */
  readonly #met = new Map<unknown, Set<unknown>>();

  constructor(side: Side, from: unknown, to: unknown) {
    this.#side = side;
    this.#from = new SchemaDocument(from);
    this.#to = new SchemaDocument(to);
    this.#compare(from, to, '');
  }

  #compare(oldValue: unknown, newValue: unknown, path: string): void {
    const [older, newer] = [this.#from.resolve(oldValue), this.#to.resolve(newValue)];
    const partners = this.#met.get(older) ?? new Set();
    if (partners.has(newer)) return;
    this.#met.set(older, partners.add(newer));
    const [from, to] = [schemaObject(older), schemaObject(newer)];
    if (!from || !to) return this.#mustEqual(older, newer, path, 'the schema');
    if (!this.#sameType(from, to, path)) return;
    this.#enums(from, to, path);
    this.#properties(from, to, path);
    this.#items(from, to, path);
    const others = new Set([...tellingKeys(from), ...tellingKeys(to)].filter((key) => !JUDGED.has(key)));
    for (const key of others) this.#mustEqual(from[key], to[key], path, key);
  }

  #tell(kind: keyof typeof BREAKS, path: string, message: string): void {
    const sides: readonly Side[] = BREAKS[kind];
    this.changes.push({ path, side: this.#side, breaking: sides.includes(this.#side), message });
  }

  #mustEqual(from: unknown, to: unknown, path: string, what: string): void {
    const isEqual = isDeepStrictEqual(from, to);
    if (isEqual && (!hasInnerReference(from) || isDeepStrictEqual(this.#from.root, this.#to.root))) return;
    this.unjudged.push(`/${this.#side}${path}: ${what}`);
  }

  /** False where values of the two have nothing in common, so that looking into them says no more. */
  #sameType(from: SchemaObject, to: SchemaObject, path: string): boolean {
    const [older, newer] = [typesOf(from), typesOf(to)];
    if (!isDeepStrictEqual(older.types, newer.types)) {
      this.#tell('changeType', path, `the type ${nameOf(older.types)} became ${nameOf(newer.types)}`);
      return false;
    }
    if (!older.isNullable && newer.isNullable) this.#tell('becomeNullable', path, 'it may be null now');
    if (older.isNullable && !newer.isNullable) this.#tell('stopNullable', path, 'it may not be null any more');
    return true;
  }

  #enums(from: SchemaObject, to: SchemaObject, path: string): void {
    const [older, newer] = [from['enum'], to['enum']];
    if (!Array.isArray(older) || !Array.isArray(newer)) return this.#mustEqual(older, newer, path, 'enum');
    for (const value of without(newer, older)) this.#tell('addValue', path, `the value ${JSON.stringify(value)} came`);
    for (const value of without(older, newer))
      this.#tell('removeValue', path, `the value ${JSON.stringify(value)} went`);
  }

  #properties(from: SchemaObject, to: SchemaObject, path: string): void {
    const [older, newer] = [fieldsOf(from), fieldsOf(to)];
    if (!older || !newer) {
      for (const key of ['properties', 'required']) this.#mustEqual(from[key], to[key], path, key);
      return;
    }
    // Sorted, so that the order in which fields are written changes no message.
    for (const name of sorted(new Set([...older.keys(), ...newer.keys()]))) {
      const at = `${path}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const [before, after] = [older.get(name), newer.get(name)];
      if (!before) this.#tell(after?.isRequired ? 'addRequired' : 'addOptional', at, 'the field came');
      else if (!after) this.#tell(before.isRequired ? 'removeRequired' : 'removeOptional', at, 'the field went');
      else {
        if (!before.isRequired && after.isRequired) this.#tell('becomeRequired', at, 'the field is required now');
        if (before.isRequired && !after.isRequired) this.#tell('becomeOptional', at, 'the field may be absent now');
        this.#compare(before.schema, after.schema, at);
      }
    }
  }

  #items(from: SchemaObject, to: SchemaObject, path: string): void {
    const [older, newer] = [from['items'], to['items']];
    if (older === undefined && newer === undefined) return;
    // A list of schemas speaks of positions, which have no rule.
    if (Array.isArray(older) || Array.isArray(newer)) return this.#mustEqual(older, newer, path, 'items');
    this.#compare(older ?? true, newer ?? true, `${path}/items`);
  }
}

/** Names of types, sorted; undefined: any. Null is distinguished, since it has rules of its own. */
function typesOf(schema: SchemaObject): { types: readonly string[] | undefined; isNullable: boolean } {
  const { type, nullable } = schema;
  if (type === undefined) return { types: undefined, isNullable: true };
  const all = (Array.isArray(type) ? type : [type]).map(String);
  return {
    types: sorted(new Set(all.filter((name) => name !== 'null'))),
    isNullable: all.includes('null') || nullable === true,
  };
}

function nameOf(types: readonly string[] | undefined): string {
  return types === undefined ? 'any' : types.join(' or ') || 'null';
}

interface Field {
  readonly schema: unknown;
  readonly isRequired: boolean;
}

/** Fields by name, those that are required without being described included; undefined: not readable. */
function fieldsOf(schema: SchemaObject): Map<string, Field> | undefined {
  const properties = schemaObject(schema['properties'] ?? {});
  const required = schema['required'] ?? [];
  if (!properties || !Array.isArray(required)) return undefined;
  const names = new Set<unknown>(required);
  const fields = new Map<string, Field>();
  for (const name of [...Object.keys(properties), ...required.map(String)])
    fields.set(name, {
      schema: Object.hasOwn(properties, name) ? properties[name] : true,
      isRequired: names.has(name),
    });
  return fields;
}

function sorted(names: Iterable<string>): string[] {
  return [...names].toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function without(values: readonly unknown[], others: readonly unknown[]): unknown[] {
  return values.filter((value) => !others.some((other) => isDeepStrictEqual(value, other)));
}
