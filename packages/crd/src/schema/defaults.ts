import { contentsOf } from './contents.ts';
import { itemsOf, type JsonSchema } from './crd.ts';
import { coerceEmbedded } from './embedded.ts';
import { embeddedProblems } from './embedded-problems.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { hasDefault } from './list-keywords.ts';
import { compileNode, type SchemaNode } from './node.ts';
import { invalid, type Problem, printProblem } from './problem.ts';
import { RuleBook } from './rule-walk.ts';
import type { RuleCompiler } from './rules.ts';
import { MapKey, Trail } from './trail.ts';
import { Validation } from './validation.ts';
import { Walk } from './walk.ts';

/**
 * Defaults must be complete: without unknown fields and valid as they are, before the defaults inside
 * them are filled in. Below additionalProperties the server does not look.
 */
export function defaultProblems(root: JsonSchema, path: string, compiler?: RuleCompiler): Problem[] {
  const resource: JsonSchema = { ...root, 'x-kubernetes-embedded-resource': true };
  return visit(resource, { path, surround: asIs, isInsideMeta: false, compiler });
}

interface Place {
  readonly path: string;
  /** The smallest resource that holds a value here, to check metadata as a whole. */
  readonly surround: (value: JsonValue) => JsonValue;
  readonly isInsideMeta: boolean;
  readonly compiler: RuleCompiler | undefined;
}

const asIs = (value: JsonValue) => value;
const asResource = (value: JsonValue): JsonValue =>
  isJsonObject(value) ? { apiVersion: 'validation/v1', kind: 'Validation', ...value } : value;

function visit(schema: JsonSchema, given: Place): Problem[] {
  if (!contentsOf(schema).hasDefaults) return [];
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  const place = isResource ? { ...given, surround: asResource, isInsideMeta: false } : given;
  const { path, surround, isInsideMeta } = place;
  const problems =
    hasDefault(schema) && !isSound(schema, place) ? check(schema, { ...place, path: `${path}.default` }) : [];
  const items = itemsOf(schema);
  if (items !== undefined) {
    problems.push(...visit(items, { ...place, path: `${path}.items`, surround: (value) => surround([value]) }));
  }
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isMeta = isResource && (name === 'metadata' || name === 'apiVersion' || name === 'kind');
    const below = `${path}.properties[${name}]`;
    const around = (value: JsonValue) => surround({ [name]: value });
    problems.push(
      ...visit(property, { ...place, path: below, surround: around, isInsideMeta: isInsideMeta || isMeta }),
    );
  }
  return problems;
}

/** With which compiler a default was found sound, if not under metadata: two releases share most of theirs. */
const sound = new WeakMap<JsonSchema, { readonly compiler: RuleCompiler | undefined }>();

function isSound(schema: JsonSchema, { compiler, isInsideMeta }: Place): boolean {
  const known = sound.get(schema);
  return known !== undefined && known.compiler === compiler && !isInsideMeta;
}

function check(schema: JsonSchema, place: Place): Problem[] {
  const problems = defaultFaults(schema, place);
  if (problems.length === 0 && !place.isInsideMeta) sound.set(schema, { compiler: place.compiler });
  return problems;
}

function defaultFaults(schema: JsonSchema, { path, surround, isInsideMeta, compiler }: Place): Problem[] {
  const value = schema.default as JsonValue;
  const node = compileNode(schema, { isForDefault: true });
  const trail = new Trail();
  trail.push(path);
  const problems: Problem[] = [];
  if (isInsideMeta) {
    const faults = resourceProblems(surround(value), (below) => below).map(printProblem);
    if (faults.length > 0) {
      const text = faults.length === 1 ? faults.join() : `[${faults.join(', ')}]`;
      return [invalid(path, value, `must result in valid metadata: ${text}`)];
    }
  } else {
    if (new Walk('prune').part(node, value) !== value) {
      problems.push(invalid(path, value, 'must not have unknown fields'));
    }
    const embedded = everywhere(node, value, trail, (below, part) =>
      below.isEmbedded ? resourceProblems(part, (name) => trail.field(name)) : [],
    );
    if (embedded.length > 0) return [...problems, ...embedded];
  }
  const validation = new Validation(path);
  validation.validate(node, value);
  problems.push(...validation.problems);
  if (validation.problems.length > 0) return problems;
  const typeless = everywhere(node, value, trail, (below, part) => typelessRules(below, part, trail.field()));
  if (typeless.length > 0 || compiler === undefined) return [...problems, ...typeless];
  return [...problems, ...new RuleBook(compiler).problems(node, value, undefined, trail)];
}

/** Rules need a type; without one the server says so for a default only when it runs them. */
function typelessRules({ schema }: SchemaNode, value: JsonValue, field: string): Problem[] {
  const isTyped = (schema.type ?? '') !== '' || schema['x-kubernetes-int-or-string'] === true;
  if (isTyped || value === null || (schema['x-kubernetes-validations'] ?? []).length === 0) return [];
  return [
    invalid(field, '', 'rule compiler initialization error: failed to convert to declType for CEL validation rules'),
  ];
}

function resourceProblems(value: JsonValue, field: (below: string) => string): Problem[] {
  if (!isJsonObject(value)) return [];
  const coercion = coerceEmbedded(value, field);
  return 'fault' in coercion ? [coercion.fault] : embeddedProblems(coercion.value, field);
}

/** What `find` finds in a value and everything below it. */
function everywhere(
  node: SchemaNode,
  value: JsonValue,
  trail: Trail,
  find: (node: SchemaNode, value: JsonValue) => Problem[],
): Problem[] {
  const problems = find(node, value);
  const inside = (segment: string | number | MapKey, child: SchemaNode | undefined, part: JsonValue) => {
    if (child === undefined) return;
    trail.push(segment);
    problems.push(...everywhere(child, part, trail, find));
    trail.pop();
  };
  if (Array.isArray(value)) value.forEach((item, index) => inside(index, node.items, item));
  else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      const property = node.properties.get(key);
      inside(property === undefined ? new MapKey(key) : key, property ?? node.additional, member);
    }
  }
  return problems;
}
