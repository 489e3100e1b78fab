import type { JsonSchema, JsonValue, ValidationRule } from '../../schema/index.ts';
import { itemsOf } from '../../schema/index.ts';
import { canonicalJson, compareBytes, sortedBytes } from '../canonical.ts';
import { effectiveFormat } from './formats.ts';
import { divisorOf, type Interval, intervalOf } from './interval.ts';
import { normalRule } from './rule-text.ts';

export type CountKeyword = 'maxLength' | 'maxItems' | 'maxProperties' | 'minLength' | 'minItems' | 'minProperties';

/** A validation rule with the text that it is compared by. */
export interface NormalRule extends ValidationRule {
  readonly text: string;
}

/** One place of a schema after normalisation (N01–N12). */
export interface SchemaNode {
  readonly schema: JsonSchema;
  readonly type: string;
  readonly format: string;
  readonly interval: Interval;
  readonly divisor: number | undefined;
  readonly counts: Readonly<Partial<Record<CountKeyword, number>>>;
  /** Canonical values; an empty list refuses every value. */
  readonly enum: readonly string[] | undefined;
  readonly default: string | undefined;
  readonly required: ReadonlySet<string>;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  readonly items: SchemaNode | undefined;
  readonly additional: SchemaNode | boolean | undefined;
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[];
  readonly oneOf: readonly SchemaNode[];
  readonly not: SchemaNode | undefined;
  readonly rules: readonly NormalRule[];
  readonly listType: string;
  readonly listMapKeys: readonly string[];
  readonly mapType: string;
  readonly keepsUnknown: boolean;
  readonly isIntOrString: boolean;
  readonly isEmbedded: boolean;
  readonly isNullable: boolean;
  /** Equal numbers of one `NodeTable` mean: nothing to report. */
  readonly identity: number;
  /** The same without documentation: equal numbers accept the same values. */
  readonly meaning: number;
}

/**
 * Gives equal schemas equal numbers, so that a comparison skips what did not change without walking
 * it. Old and new schemas have to come from the same table.
 */
export class NodeTable {
  readonly #numbers = new Map<string, number>();
  readonly #nodes = new Map<JsonSchema, SchemaNode>();
  readonly #newestTarget: number;

  constructor(newestTargetMinor: number) {
    this.#newestTarget = newestTargetMinor;
  }

  node(schema: JsonSchema): SchemaNode {
    const known = this.#nodes.get(schema);
    if (known !== undefined) return known;
    const node = this.#make(schema);
    this.#nodes.set(schema, node);
    return node;
  }

  #number(text: string): number {
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  #make(schema: JsonSchema): SchemaNode {
    const type = schema.type ?? '';
    const format = schema.format === undefined ? '' : effectiveFormat(type, schema.format, this.#newestTarget);
    const isIntOrString = schema['x-kubernetes-int-or-string'] === true;
    const items = itemsOf(schema);
    const { additionalProperties } = schema;
    const fields = {
      meaning: 0,
      identity: 0,
      schema,
      type,
      format,
      interval: intervalOf(schema, type, format),
      divisor: divisorOf(schema, type, format),
      counts: countsOf(schema),
      enum: enumOf(schema),
      default: schema.default === undefined ? undefined : canonicalJson(schema.default),
      required: schema.required === undefined ? NO_NAMES : new Set(schema.required),
      properties: this.#properties(schema.properties),
      items: items === undefined ? undefined : this.node(items),
      additional: typeof additionalProperties === 'object' ? this.node(additionalProperties) : additionalProperties,
      allOf: this.#members(schema.allOf).filter((member) => !isIntOrString || !isIntOrStringForm(member)),
      anyOf: isIntOrString && isIntOrStringMembers(schema.anyOf) ? [] : this.#members(schema.anyOf),
      oneOf: this.#members(schema.oneOf),
      not: schema.not === undefined ? undefined : this.node(schema.not),
      rules: schema['x-kubernetes-validations']?.map((rule) => ({ ...rule, text: normalRule(rule.rule) })) ?? NONE,
      listType: schema['x-kubernetes-list-type'] ?? (type === 'array' ? 'atomic' : ''),
      listMapKeys: schema['x-kubernetes-list-map-keys']
        ? sortedBytes(new Set(schema['x-kubernetes-list-map-keys']))
        : NONE,
      mapType: schema['x-kubernetes-map-type'] ?? (type === 'object' ? 'granular' : ''),
      keepsUnknown: schema['x-kubernetes-preserve-unknown-fields'] === true,
      isIntOrString,
      isEmbedded: schema['x-kubernetes-embedded-resource'] === true,
      isNullable: schema.nullable === true,
    };
    fields.meaning = this.#number(meaningText(fields));
    fields.identity = this.#number(`${fields.meaning}|${documentationText(fields)}`);
    return fields;
  }

  #properties(properties: JsonSchema['properties']): ReadonlyMap<string, SchemaNode> {
    if (properties === undefined) return NO_NODES;
    const nodes = new Map<string, SchemaNode>();
    for (const name of Object.keys(properties).sort(compareBytes))
      nodes.set(name, this.node(properties[name] as JsonSchema));
    return nodes;
  }

  #members(members: readonly JsonSchema[] | undefined): readonly SchemaNode[] {
    return members === undefined ? NONE : members.map((member) => this.node(member));
  }
}

/** Most places have none of these; sharing what is empty keeps large schemas small. */
const NONE: readonly never[] = [];
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_NODES: ReadonlyMap<string, SchemaNode> = new Map();

const COUNTS: readonly CountKeyword[] = [
  'maxLength',
  'maxItems',
  'maxProperties',
  'minLength',
  'minItems',
  'minProperties',
];

function countsOf(schema: JsonSchema): SchemaNode['counts'] {
  const counts: Partial<Record<CountKeyword, number>> = {};
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

/** Keywords that only a CRD which the server refuses can carry; compared as they are written. */
const REFUSED = [
  'id',
  '$schema',
  '$ref',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
] as const;

function meaningText(node: SchemaNode): string {
  const { schema, interval } = node;
  const parts: string[] = [node.type, node.format];
  const add = (keyword: string, value: string | number | undefined): void => {
    if (value !== undefined && value !== '') parts.push(`${keyword}=${value}`);
  };
  add('low', interval.low.value === -Infinity ? undefined : `${interval.low.value}${interval.low.isExclusive}`);
  add('high', interval.high.value === Infinity ? undefined : `${interval.high.value}${interval.high.isExclusive}`);
  add('multipleOf', node.divisor);
  for (const keyword of COUNTS) add(keyword, node.counts[keyword]);
  add('pattern', schema.pattern === undefined || schema.pattern === '' ? undefined : JSON.stringify(schema.pattern));
  add('enum', node.enum?.join(','));
  if (node.enum?.length === 0) parts.push('enum=none');
  add('default', node.default);
  add('required', node.required.size === 0 ? undefined : JSON.stringify(sortedBytes(node.required)));
  add('items', node.items?.meaning);
  if (node.properties.size > 0) {
    const members: string[] = [];
    for (const [name, child] of node.properties) members.push(`${JSON.stringify(name)}:${child.meaning}`);
    parts.push(`properties={${members.join(',')}}`);
  }
  if (node.additional !== undefined) {
    parts.push(`additional=${typeof node.additional === 'object' ? node.additional.meaning : node.additional}`);
  }
  if (node.allOf.length > 0) add('allOf', memberNumbers(new Set(numbersOf(node.allOf))));
  if (node.anyOf.length > 0) add('anyOf', memberNumbers(new Set(numbersOf(node.anyOf))));
  if (node.oneOf.length > 0) add('oneOf', memberNumbers(numbersOf(node.oneOf)));
  add('not', node.not?.meaning);
  if (node.rules.length > 0) add('rules', node.rules.map(ruleText).sort(compareBytes).join(';'));
  add('listType', node.listType);
  add('listMapKeys', node.listMapKeys.length === 0 ? undefined : JSON.stringify(node.listMapKeys));
  add('mapType', node.mapType);
  if (node.keepsUnknown) parts.push('keepsUnknown');
  if (node.isIntOrString) parts.push('intOrString');
  if (node.isEmbedded) parts.push('embedded');
  if (node.isNullable) parts.push('nullable');
  if (schema.uniqueItems === true) parts.push('uniqueItems');
  for (const keyword of REFUSED) {
    const value = schema[keyword];
    if (value !== undefined) parts.push(`${keyword}=${canonicalJson(value as unknown as JsonValue)}`);
  }
  return parts.join('|');
}

function ruleText(rule: NormalRule): string {
  const { text, message = '', messageExpression = '', reason = '', fieldPath = '', optionalOldSelf } = rule;
  return JSON.stringify([text, message, messageExpression, reason, fieldPath, optionalOldSelf === true]);
}

function numbersOf(nodes: readonly SchemaNode[]): number[] {
  return nodes.map((node) => node.meaning);
}

function memberNumbers(numbers: Iterable<number>): string {
  return [...numbers].sort((a, b) => a - b).join(',');
}

/** What people read, of this place and of those below that are compared one by one. */
function documentationText(node: SchemaNode): string {
  const { schema } = node;
  const { description = '', title = '', example, externalDocs } = schema;
  const ignoredFormat = node.format === '' ? (schema.format ?? '') : '';
  const parts = [JSON.stringify([description, title, ignoredFormat])];
  if (example !== undefined) parts.push(canonicalJson(example));
  if (externalDocs !== undefined) parts.push(canonicalJson(externalDocs));
  for (const child of node.properties.values()) parts.push(`${child.identity}`);
  if (node.items !== undefined) parts.push(`i${node.items.identity}`);
  if (typeof node.additional === 'object') parts.push(`a${node.additional.identity}`);
  return parts.join('|');
}
