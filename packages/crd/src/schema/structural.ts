import { canonicalJson } from '@slipway/apimachinery/json';
import { contentsOf } from './contents.ts';
import type { Crd, JsonSchema } from './crd.ts';
import { itemsOf } from './crd.ts';
import { defaultProblems } from './defaults.ts';
import { goSchema } from './go-schema.ts';
import type { JsonValue } from './json.ts';
import { keywordProblems } from './keyword-problems.ts';
import { forbidden, invalid, type Problem, required } from './problem.ts';
import { expressionProblems } from './rule-problems.ts';
import type { RuleCompiler } from './rules.ts';
import { shapeProblems } from './structural-shape.ts';

export interface StructuralOptions {
  /** Compiles `x-kubernetes-validations`. Without it only what surrounds the expressions is checked. @default none */
  readonly rules?: RuleCompiler;
}

/**
 * Why the API server would refuse the schemas of a new CRD, in its own words: structure, keywords, list
 * types, defaults, and rules if a compiler is given. Empty means that it takes them.
 *
 * The server prints `spec.validation` for the schema when all versions have the same one.
 */
export function structuralProblems(crd: Crd, { rules }: StructuralOptions = {}): Problem[] {
  const { versions } = crd.spec;
  const schemas = versions.map(({ schema }) => schema?.openAPIV3Schema);
  const [first] = schemas;
  const missing = schemas.flatMap((schema, index) =>
    schema === undefined ? [required(`spec.versions[${index}].schema.openAPIV3Schema`)] : [],
  );
  if (first !== undefined && areSame(schemas)) {
    const hasStatus = versions.some(({ subresources }) => subresources?.status !== undefined);
    return schemaProblems(first, 'spec.validation.openAPIV3Schema', hasStatus, rules);
  }
  return [
    ...missing,
    ...schemas.flatMap((schema, index) => {
      if (schema === undefined) return [];
      const hasStatus = versions[index]?.subresources?.status !== undefined;
      return schemaProblems(schema, `spec.versions[${index}].schema.openAPIV3Schema`, hasStatus, rules);
    }),
  ];
}

function areSame(schemas: readonly (JsonSchema | undefined)[]): boolean {
  if (schemas.length === 1) return true;
  const texts = schemas.map((schema) => (schema === undefined ? '' : canonicalJson(schema as JsonValue)));
  return new Set(texts).size === 1;
}

function schemaProblems(
  schema: JsonSchema,
  path: string,
  hasStatus: boolean,
  rules: RuleCompiler | undefined,
): Problem[] {
  const problems = hasStatus ? rootKeywordProblems(schema, path) : [];
  if (schema.nullable === true) problems.push(forbidden(`${path}.nullable`, 'nullable cannot be true at the root'));
  const unconvertible = unsupportedKeyword(schema);
  const structure = unconvertible === undefined ? structureProblems(schema, path, rules) : [];
  const faulty = new Set<JsonSchema>();
  problems.push(...structure, ...keywordProblems(schema, path, faulty));
  if (rules !== undefined && unconvertible === undefined && structure.length === 0) {
    problems.push(...expressionProblems(schema, path, rules, (below) => !faulty.has(below)));
  }
  if (problems.length === 0 && unconvertible !== undefined) {
    problems.push(invalid(path, '', `OpenAPIV3Schema '${unconvertible}' is not supported`));
  }
  return problems;
}

/** Defaults of a schema without proper structure mean nothing. */
function structureProblems(schema: JsonSchema, path: string, rules: RuleCompiler | undefined): Problem[] {
  const shape = shapeProblems(schema, path);
  return shape.length > 0 ? shape : defaultProblems(schema, path, rules);
}

const ROOT_KEYWORDS = [
  'Description',
  'Type',
  'Format',
  'Title',
  'Maximum',
  'ExclusiveMaximum',
  'Minimum',
  'ExclusiveMinimum',
  'MaxLength',
  'MinLength',
  'Pattern',
  'MaxItems',
  'MinItems',
  'UniqueItems',
  'MultipleOf',
  'Required',
  'Items',
  'Properties',
  'ExternalDocs',
  'Example',
  'XPreserveUnknownFields',
  'XValidations',
];
const ROOT_KEYS: ReadonlySet<string> = new Set([
  ...ROOT_KEYWORDS.slice(0, -2).map((name) => `${name[0]?.toLowerCase()}${name.slice(1)}`),
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-validations',
]);

/** The status is validated by itself, so nothing at the root may speak about it. */
function rootKeywordProblems(schema: JsonSchema, path: string): Problem[] {
  const type = schema.type ?? '';
  if (type !== '' && type !== 'object') {
    const text = 'only "object" is allowed as the type at the root of the schema if the status subresource is enabled';
    return [invalid(`${path}.type`, type, text)];
  }
  const isUsed = (key: string, value: unknown) => key === 'additionalProperties' || (value !== '' && value !== false);
  const stranger = Object.entries(schema).find(([key, value]) => isUsed(key, value) && !ROOT_KEYS.has(key));
  if (stranger === undefined) return [];
  const text = `only [${ROOT_KEYWORDS.join(' ')}] fields are allowed at the root of the schema if the status subresource is enabled`;
  return [invalid(path, undefined, text, goSchema(schema))];
}

/** A keyword that has no structural form; the shape is not checked then. */
function unsupportedKeyword(schema: JsonSchema): string | undefined {
  if (contentsOf(schema).isPlain) return undefined;
  if ((schema.id ?? '') !== '') return 'id';
  if ((schema.$schema ?? '') !== '') return 'schema';
  if ((schema.$ref ?? '') !== '') return '$ref';
  if (Object.keys(schema.patternProperties ?? {}).length > 0) return 'patternProperties';
  if (Object.keys(schema.dependencies ?? {}).length > 0) return 'dependencies';
  if (schema.additionalItems !== undefined) return 'additionalItems';
  if (Object.keys(schema.definitions ?? {}).length > 0) return 'definitions';
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) return 'x-kubernetes-preserve-unknown-fields';
  if (Array.isArray(schema.items) && schema.items.length > 0) return 'items';
  for (const below of children(schema)) {
    const found = unsupportedKeyword(below);
    if (found !== undefined) return found;
  }
  return undefined;
}

function children(schema: JsonSchema): JsonSchema[] {
  const items = itemsOf(schema);
  const { additionalProperties, not } = schema;
  return [
    ...(not === undefined ? [] : [not]),
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(items === undefined ? [] : [items]),
    ...Object.values(schema.properties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
}
