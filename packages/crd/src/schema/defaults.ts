import { itemsOf, type JsonSchema } from './crd.ts';
import { coerceEmbedded } from './embedded.ts';
import { embeddedProblems } from './embedded-problems.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { compileNode, type SchemaNode } from './node.ts';
import { invalid, type Problem } from './problem.ts';
import { RuleBook } from './rule-walk.ts';
import type { RuleCompiler } from './rules.ts';
import { hasDefault } from './schema-rules.ts';
import { MapKey, Trail } from './trail.ts';
import { Validation } from './validation.ts';
import { Walk } from './walk.ts';

/**
 * Defaults must be complete: without unknown fields and valid as they are, before the defaults inside
 * them are filled in. Below additionalProperties the server does not look.
 */
export function defaultProblems(root: JsonSchema, path: string, compiler?: RuleCompiler): Problem[] {
  const asResource: JsonSchema = { ...root, 'x-kubernetes-embedded-resource': true };
  return visit(asResource, path, false, compiler);
}

function visit(schema: JsonSchema, path: string, isInsideMeta: boolean, compiler: RuleCompiler | undefined): Problem[] {
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  const problems: Problem[] = [];
  if (hasDefault(schema)) problems.push(...check(schema, `${path}.default`, isInsideMeta && !isResource, compiler));
  const items = itemsOf(schema);
  if (items !== undefined) problems.push(...visit(items, `${path}.items`, isInsideMeta && !isResource, compiler));
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isMeta = isResource && (name === 'metadata' || name === 'apiVersion' || name === 'kind');
    const isInside = isMeta || (isInsideMeta && !isResource);
    problems.push(...visit(property, `${path}.properties[${name}]`, isInside, compiler));
  }
  return problems;
}

function check(schema: JsonSchema, path: string, isInsideMeta: boolean, compiler: RuleCompiler | undefined): Problem[] {
  const value = schema.default as JsonValue;
  const node = compileNode(schema, { isForDefault: true });
  const problems: Problem[] = [];
  if (!isInsideMeta && new Walk('prune').part(node, value) !== value) {
    problems.push(invalid(path, value, 'must not have unknown fields'));
  }
  const trail = new Trail();
  trail.push(path);
  const embedded = isInsideMeta ? [] : embeddedIn(node, value, trail);
  if (embedded.length > 0) return [...problems, ...embedded];
  const validation = new Validation(path);
  validation.validate(node, value);
  problems.push(...validation.problems);
  if (validation.problems.length > 0) return problems;
  if (isTypeless(schema) && (schema['x-kubernetes-validations'] ?? []).length > 0) {
    const text = 'rule compiler initialization error: failed to convert to declType for CEL validation rules';
    problems.push(invalid(path, '', text));
  } else if (compiler !== undefined) {
    problems.push(...new RuleBook(compiler).problems(node, value, undefined, trail));
  }
  return problems;
}

/** Rules need a type; without one the server says so for a default only when it runs them. */
function isTypeless(schema: JsonSchema): boolean {
  return (schema.type ?? '') === '' && schema['x-kubernetes-int-or-string'] !== true;
}

/** Problems of all embedded resources in a value, which is taken as it is. */
function embeddedIn(node: SchemaNode, value: JsonValue, trail: Trail): Problem[] {
  if (Array.isArray(value)) {
    const { items } = node;
    return items === undefined
      ? []
      : value.flatMap((item, index) => inside(index, () => embeddedIn(items, item, trail), trail));
  }
  if (!isJsonObject(value)) return [];
  const problems: Problem[] = [];
  if (node.isEmbedded) {
    const coercion = coerceEmbedded(value, (below) => trail.field(below));
    if ('fault' in coercion) return [coercion.fault];
    problems.push(...embeddedProblems(coercion.value, (below) => trail.field(below)));
  }
  for (const [key, member] of Object.entries(value)) {
    const property = node.properties.get(key);
    const child = property ?? node.additional;
    if (child === undefined) continue;
    const segment = property === undefined ? new MapKey(key) : key;
    problems.push(...inside(segment, () => embeddedIn(child, member, trail), trail));
  }
  return problems;
}

function inside(segment: string | number | MapKey, find: () => Problem[], trail: Trail): Problem[] {
  trail.push(segment);
  const problems = find();
  trail.pop();
  return problems;
}
