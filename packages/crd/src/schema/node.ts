import { RE2JS } from 're2js';
import { itemsOf, type JsonSchema } from './crd.ts';
import { stringFormat } from './formats.ts';
import type { JsonValue } from './json.ts';
import { NumberCheck } from './numbers.ts';

/** How a schema is read. */
export interface NodeOptions {
  /**
   * Validate a `default` as the server does: there an int-or-string has no type, so it takes anything,
   * and formats that mean nothing for the type still count as formats.
   * @default false
   */
  readonly isForDefault?: boolean;
}

/**
 * One schema, compiled: every keyword in the form in which it is applied, children by name. Nodes are
 * plain data without behaviour, all of one shape, which keeps the walk fast.
 */
export interface SchemaNode {
  readonly schema: JsonSchema;
  /** `integer,string` for an int-or-string; empty allows any type. */
  readonly types: readonly string[];
  readonly isNullable: boolean;
  readonly default: JsonValue | undefined;
  /** The format, where the server knows it for this type; otherwise empty. */
  readonly format: string;
  readonly checkFormat: ((text: string) => boolean) | undefined;
  readonly hasStringChecks: boolean;
  readonly pattern: Pattern | undefined;
  readonly numbers: NumberCheck | undefined;
  readonly properties: ReadonlyMap<string, SchemaNode>;
  /** Properties that have a default. */
  readonly defaulted: readonly (readonly [string, SchemaNode])[];
  /** `absent`: other keys are unknown; `any`: allowed unseen; `none`: refused; `schema`: see `additional`. */
  readonly others: 'absent' | 'any' | 'none' | 'schema';
  readonly additional: SchemaNode | undefined;
  readonly items: SchemaNode | undefined;
  readonly hasCombinators: boolean;
  readonly allOf: readonly SchemaNode[];
  readonly anyOf: readonly SchemaNode[];
  readonly oneOf: readonly SchemaNode[];
  readonly not: SchemaNode | undefined;
  readonly preservesUnknown: boolean;
  readonly isEmbedded: boolean;
  readonly listType: string | undefined;
  readonly listKeys: readonly string[];
  /** Whether this node or one below it has `x-kubernetes-validations`. */
  readonly hasRules: boolean;
}

const NONE: readonly SchemaNode[] = [];
const NO_PROPERTIES: ReadonlyMap<string, SchemaNode> = new Map();

/** Compiles a schema that passed the structural check; what the check refuses is ignored here. */
export function compileNode(schema: JsonSchema, options: NodeOptions = {}): SchemaNode {
  const child = (below: JsonSchema) => compileNode(below, options);
  const isIntOrString = schema['x-kubernetes-int-or-string'] === true && options.isForDefault !== true;
  const types = isIntOrString
    ? ['integer', 'string']
    : schema.type === undefined || schema.type === ''
      ? []
      : [schema.type];
  const properties =
    schema.properties === undefined
      ? NO_PROPERTIES
      : new Map(Object.entries(schema.properties).map(([name, below]) => [name, child(below)]));
  const { additionalProperties } = schema;
  const additional = typeof additionalProperties === 'object' ? child(additionalProperties) : undefined;
  const itemSchema = itemsOf(schema);
  const items = itemSchema === undefined ? undefined : child(itemSchema);
  const [allOf, anyOf, oneOf] = [schema.allOf, schema.anyOf, schema.oneOf].map((list) => list?.map(child) ?? NONE) as [
    readonly SchemaNode[],
    readonly SchemaNode[],
    readonly SchemaNode[],
  ];
  const not = schema.not === undefined ? undefined : child(schema.not);
  const known = knownFormat(schema.format ?? '', types);
  const format = options.isForDefault === true ? (schema.format ?? '') : known;
  const hasRules =
    (schema['x-kubernetes-validations']?.length ?? 0) > 0 ||
    additional?.hasRules === true ||
    items?.hasRules === true ||
    [...properties.values()].some((property) => property.hasRules);
  return {
    schema,
    types,
    isNullable: schema.nullable === true,
    default: schema.default === null ? undefined : schema.default,
    format,
    checkFormat: format === '' ? undefined : stringFormat(format),
    hasStringChecks: schema.maxLength !== undefined || schema.minLength !== undefined || (schema.pattern ?? '') !== '',
    pattern: schema.pattern ? new Pattern(schema.pattern) : undefined,
    numbers: numberCheck(schema, types, known),
    properties,
    defaulted: [...properties].filter(([, property]) => property.default !== undefined),
    others: others(additionalProperties),
    additional,
    items,
    hasCombinators: allOf.length + anyOf.length + oneOf.length > 0 || not !== undefined,
    allOf,
    anyOf,
    oneOf,
    not,
    preservesUnknown: schema['x-kubernetes-preserve-unknown-fields'] === true,
    isEmbedded: schema['x-kubernetes-embedded-resource'] === true,
    listType: schema['x-kubernetes-list-type'],
    listKeys: schema['x-kubernetes-list-map-keys'] ?? [],
    hasRules,
  };
}

function others(additionalProperties: JsonSchema['additionalProperties']): SchemaNode['others'] {
  if (additionalProperties === undefined) return 'absent';
  if (typeof additionalProperties === 'object') return 'schema';
  return additionalProperties ? 'any' : 'none';
}

function knownFormat(format: string, types: readonly string[]): string {
  switch (types.length === 1 ? types[0] : '') {
    case '':
    case 'string':
      return stringFormat(format) === undefined ? '' : format;
    case 'integer':
      return format === 'int32' || format === 'int64' ? format : '';
    case 'number':
      return format === 'float' || format === 'double' ? format : '';
    default:
      return '';
  }
}

/** Undefined where no number can be refused, so that the walk skips the check. */
function numberCheck(schema: JsonSchema, types: readonly string[], format: string): NumberCheck | undefined {
  const type = types.length === 1 ? (types[0] as string) : '';
  const hasBounds = schema.multipleOf !== undefined || schema.minimum !== undefined || schema.maximum !== undefined;
  if (!hasBounds && type !== 'integer' && format !== 'float') return undefined;
  return new NumberCheck(schema, type, format);
}

const MAX_KNOWN = 64;
const MAX_KNOWN_LENGTH = 256;

const MAX_FAULTS = 1024;
const faults = new Map<string, string | undefined>();

/** Why RE2 does not take a pattern, in Go's words. One CRD repeats a few patterns hundreds of times. */
export function patternFault(source: string): string | undefined {
  if (!faults.has(source)) {
    if (faults.size >= MAX_FAULTS) faults.clear();
    faults.set(source, new Pattern(source).fault);
  }
  return faults.get(source);
}

/** An RE2 pattern, compiled when it is first needed: large CRDs have hundreds that no object reaches. */
export class Pattern {
  readonly source: string;
  #compiled: RE2JS | undefined;
  #fault: string | undefined;
  /** Controllers write the same few values again and again; looking one up is ten times faster than matching. */
  readonly #known = new Map<string, boolean>();

  constructor(source: string) {
    this.source = source;
  }

  /** Why RE2 does not take the pattern, in Go's words. */
  get fault(): string | undefined {
    if (this.#compiled === undefined && this.#fault === undefined) {
      try {
        this.#compiled = RE2JS.compile(this.source);
      } catch (error) {
        this.#fault = error instanceof Error ? error.message : String(error);
      }
    }
    return this.#fault;
  }

  /** Finds the pattern anywhere in the text. */
  test(text: string): boolean {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    const found = this.fault === undefined && (this.#compiled as RE2JS).test(text);
    if (text.length <= MAX_KNOWN_LENGTH) {
      if (this.#known.size >= MAX_KNOWN) this.#known.clear();
      this.#known.set(text, found);
    }
    return found;
  }
}
