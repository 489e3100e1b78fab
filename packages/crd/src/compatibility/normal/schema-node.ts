import { canonicalJson } from '@slipway/apimachinery/json';
import type { JsonSchema, ValidationRule } from '../../schema/index.ts';
import { itemsOf } from '../../schema/index.ts';
import { compareBytes, sortedBytes } from '../canonical.ts';
import { effectiveFormat } from './formats.ts';
import { divisorOf, type Interval, intervalOf } from './interval.ts';
import { COUNTS, documentationText, meaningText } from './node-text.ts';
import { normalRule } from './rule-text.ts';

export type CountKeyword = 'maxLength' | 'maxItems' | 'maxProperties' | 'minLength' | 'minItems' | 'minProperties';

/** A validation rule with the text that it is compared by. */
export interface NormalRule extends ValidationRule {
  readonly text: string;
}

/**
 * One place of a schema after normalisation (N01–N12). Everything is worked out when asked for: of a
 * large schema only the places that changed are ever looked at.
 */
export class SchemaNode {
  readonly schema: JsonSchema;
  readonly type: string;
  readonly #table: NodeTable;
  #properties: ReadonlyMap<string, SchemaNode> | undefined;
  #meaning: number | undefined;
  #identity: number | undefined;

  /** Nodes come from a `NodeTable`. */
  constructor(schema: JsonSchema, table: NodeTable) {
    this.schema = schema;
    this.type = schema.type ?? '';
    this.#table = table;
  }

  get format(): string {
    const { format } = this.schema;
    return format === undefined ? '' : effectiveFormat(this.type, format, this.#table.newestTarget);
  }

  get interval(): Interval {
    return intervalOf(this.schema, this.type, this.format);
  }

  /** `multipleOf` as the server applies it; 0 refuses every value. */
  get divisor(): number | undefined {
    return divisorOf(this.schema, this.type, this.format);
  }

  get counts(): Readonly<Partial<Record<CountKeyword, number | bigint>>> {
    return countsOf(this.schema);
  }

  /** Canonical values; an empty list refuses every value. */
  get enum(): readonly string[] | undefined {
    return enumOf(this.schema);
  }

  get default(): string | undefined {
    return this.schema.default === undefined ? undefined : canonicalJson(this.schema.default);
  }

  get required(): ReadonlySet<string> {
    return this.schema.required === undefined ? NO_NAMES : new Set(this.schema.required);
  }

  get properties(): ReadonlyMap<string, SchemaNode> {
    this.#properties ??= this.#makeProperties();
    return this.#properties;
  }

  get items(): SchemaNode | undefined {
    const items = itemsOf(this.schema);
    return items === undefined ? undefined : this.#table.node(items);
  }

  get additional(): SchemaNode | boolean | undefined {
    const { additionalProperties } = this.schema;
    return typeof additionalProperties === 'object' ? this.#table.node(additionalProperties) : additionalProperties;
  }

  get allOf(): readonly SchemaNode[] {
    return this.#members(this.schema.allOf).filter((member) => !this.isIntOrString || !isIntOrStringForm(member));
  }

  get anyOf(): readonly SchemaNode[] {
    const { anyOf } = this.schema;
    return this.isIntOrString && isIntOrStringMembers(anyOf) ? NONE : this.#members(anyOf);
  }

  get oneOf(): readonly SchemaNode[] {
    return this.#members(this.schema.oneOf);
  }

  get not(): SchemaNode | undefined {
    return this.schema.not === undefined ? undefined : this.#table.node(this.schema.not);
  }

  get rules(): readonly NormalRule[] {
    return this.schema['x-kubernetes-validations']?.map((rule) => ({ ...rule, text: normalRule(rule.rule) })) ?? NONE;
  }

  get listType(): string {
    return this.schema['x-kubernetes-list-type'] ?? (this.type === 'array' ? 'atomic' : '');
  }

  get listMapKeys(): readonly string[] {
    const keys = this.schema['x-kubernetes-list-map-keys'];
    return keys === undefined ? NONE : sortedBytes(new Set(keys));
  }

  get mapType(): string {
    return this.schema['x-kubernetes-map-type'] ?? (this.type === 'object' ? 'granular' : '');
  }

  get keepsUnknown(): boolean {
    return this.schema['x-kubernetes-preserve-unknown-fields'] === true;
  }

  get isIntOrString(): boolean {
    return this.schema['x-kubernetes-int-or-string'] === true;
  }

  get isEmbedded(): boolean {
    return this.schema['x-kubernetes-embedded-resource'] === true;
  }

  get isNullable(): boolean {
    return this.schema.nullable === true;
  }

  /** Equal numbers of one table mean that the same values are accepted, whatever the documentation says. */
  get meaning(): number {
    this.#meaning ??= this.#table.numberOf(meaningText(this));
    return this.#meaning;
  }

  /** Equal numbers of one table mean that there is nothing to report. */
  get identity(): number {
    this.#identity ??= this.#table.numberOf(`${this.meaning}|${documentationText(this)}`);
    return this.#identity;
  }

  #makeProperties(): ReadonlyMap<string, SchemaNode> {
    const { properties } = this.schema;
    if (properties === undefined) return NO_NODES;
    const nodes = new Map<string, SchemaNode>();
    for (const name of Object.keys(properties).sort(compareBytes)) {
      nodes.set(name, this.#table.node(properties[name] as JsonSchema));
    }
    return nodes;
  }

  #members(members: readonly JsonSchema[] | undefined): readonly SchemaNode[] {
    return members === undefined ? NONE : members.map((member) => this.#table.node(member));
  }
}

/** Makes nodes, one for each schema object, and numbers what is equal alike. */
export class NodeTable {
  readonly newestTarget: number;
  readonly #numbers = new Map<string, number>();
  readonly #nodes = new Map<JsonSchema, SchemaNode>();
  readonly #roots = new Map<JsonSchema, JsonSchema>();

  /** @param newestTarget minor release: formats that only newer ones check count as ignored */
  constructor(newestTarget: number) {
    this.newestTarget = newestTarget;
  }

  node(schema: JsonSchema): SchemaNode {
    const known = this.#nodes.get(schema);
    if (known !== undefined) return known;
    const node = new SchemaNode(schema, this);
    this.#nodes.set(schema, node);
    return node;
  }

  /** The node of a whole resource, which has apiVersion, kind and metadata whether they are declared or not. */
  root(schema: JsonSchema): SchemaNode {
    const known = this.#roots.get(schema) ?? withTypeAndMetadata(schema);
    this.#roots.set(schema, known);
    return this.node(known);
  }

  numberOf(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

/** What every resource has; a schema of it that says no more than this says nothing. */
export const IMPLIED: Readonly<Record<string, JsonSchema>> = {
  apiVersion: { type: 'string' },
  kind: { type: 'string' },
  metadata: { type: 'object' },
};

function withTypeAndMetadata(schema: JsonSchema): JsonSchema {
  const { required, ...rest } = schema;
  const declared = { ...IMPLIED, ...schema.properties };
  // What is in metadata stays there, declared or not.
  const metadata = { ...declared['metadata'], 'x-kubernetes-preserve-unknown-fields': true };
  const properties = { ...declared, metadata };
  const named = required?.filter((name) => !Object.hasOwn(IMPLIED, name));
  return { ...rest, properties, ...(named === undefined ? {} : { required: named }) };
}

/** Most places have none of these; sharing what is empty keeps large schemas small. */
const NONE: readonly never[] = [];
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_NODES: ReadonlyMap<string, SchemaNode> = new Map();

function countsOf(schema: JsonSchema): SchemaNode['counts'] {
  const counts: Partial<Record<CountKeyword, number | bigint>> = {};
  for (const keyword of COUNTS) {
    const count = schema[keyword];
    if (count !== undefined && !(keyword.startsWith('min') && count <= 0)) counts[keyword] = count;
  }
  return counts;
}

/** `null` matches nothing on the server and is left out; alone it refuses every value (N05). */
function enumOf(schema: JsonSchema): readonly string[] | undefined {
  if (schema.enum === undefined || schema.enum.length === 0) return undefined;
  return sortedBytes(new Set(schema.enum.filter((value) => value !== null).map(canonicalJson)));
}

function isIntOrStringMembers(members: readonly JsonSchema[] | undefined): boolean {
  return members?.length === 2 && isBareType(members[0], 'integer') && isBareType(members[1], 'string');
}

function isBareType(schema: JsonSchema | undefined, type: string): boolean {
  return schema?.type === type && Object.keys(schema).length === 1;
}

function isIntOrStringForm({ schema }: SchemaNode): boolean {
  return Object.keys(schema).length === 1 && isIntOrStringMembers(schema.anyOf);
}
