import { itemsOf, type JsonSchema, type ValidationRule } from './crd.ts';
import { followFieldPath } from './field-path.ts';
import { goItems, goRule } from './go-schema.ts';
import type { JsonValue } from './json.ts';
import { forbidden, invalid, notSupported, type Problem, required } from './problem.ts';
import type { RuleCompiler } from './rules.ts';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const REASONS = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];
const META = new Set(['metadata', 'kind', 'apiVersion']);

/** What the place of a schema allows. */
interface Place {
  /** Why a default is not allowed here. */
  readonly noDefault?: string;
  readonly isInsideMeta?: boolean;
  /** The nearest list above whose items have no old value, so that `oldSelf` is not allowed. */
  readonly uncorrelatable?: string;
  /** Combinators are not checked for rules: those are forbidden there. */
  readonly compiler?: RuleCompiler | undefined;
  readonly isRoot?: boolean;
}

/** The rules for single keywords, everywhere in a schema. */
export function keywordProblems(schema: JsonSchema, path: string, compiler?: RuleCompiler): Problem[] {
  return keywords(schema, path, { isRoot: true, compiler });
}

function keywords(schema: JsonSchema, path: string, place: Place): Problem[] {
  const problems = [...supportProblems(schema, path, place), ...below(schema, path, place)];
  problems.push(...listProblems(schema, path), ...mapKeyProblems(schema, path));
  const rules = schema['x-kubernetes-validations'] ?? [];
  rules.forEach((rule, index) => {
    problems.push(...ruleProblems(rule, schema, `${path}.x-kubernetes-validations[${index}]`));
  });
  // Rules are compiled only for a schema that is otherwise right, from here down.
  if (problems.length === 0 && place.compiler !== undefined) {
    rules.forEach((rule, index) => {
      problems.push(...compileProblems(rule, schema, `${path}.x-kubernetes-validations[${index}]`, place));
    });
  }
  return problems;
}

function supportProblems(schema: JsonSchema, path: string, place: Place): Problem[] {
  const problems: Problem[] = [];
  const unsupported = (key: keyof JsonSchema, isUsed: boolean) => {
    if (isUsed) problems.push(forbidden(`${path}.${key}`, `${key} is not supported`));
  };
  const type = schema.type ?? '';
  if (type !== '' && !TYPES.includes(type)) problems.push(notSupported(`${path}.type`, type, TYPES));
  if (hasDefault(schema) && place.noDefault !== undefined) {
    problems.push(forbidden(`${path}.default`, `must not be set ${place.noDefault}`));
  }
  unsupported('id', (schema.id ?? '') !== '');
  unsupported('additionalItems', schema.additionalItems !== undefined);
  unsupported('patternProperties', Object.keys(schema.patternProperties ?? {}).length > 0);
  unsupported('definitions', Object.keys(schema.definitions ?? {}).length > 0);
  unsupported('dependencies', schema.dependencies !== undefined);
  unsupported('$ref', schema.$ref !== undefined);
  if (type === 'null') {
    problems.push(forbidden(`${path}.type`, 'type cannot be set to null, use nullable as an alternative'));
  }
  if (Array.isArray(schema.items) && schema.items.length > 0) {
    problems.push(forbidden(`${path}.items`, 'items must be a schema object and not an array'));
  }
  if (place.isInsideMeta === true && schema['x-kubernetes-embedded-resource'] === true) {
    problems.push(forbidden(`${path}.x-kubernetes-embedded-resource`, 'must not be used inside of resource meta'));
  }
  if (schema.uniqueItems === true) {
    const text = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    problems.push(forbidden(`${path}.uniqueItems`, text));
  }
  return problems;
}

export function hasDefault(schema: JsonSchema): boolean {
  return schema.default !== undefined && schema.default !== null;
}

function below(schema: JsonSchema, path: string, place: Place): Problem[] {
  const problems: Problem[] = [];
  const { additionalProperties, properties = {} } = schema;
  const { isRoot: _, ...inherited } = place;
  if (additionalProperties !== undefined) {
    const at = `${path}.additionalProperties`;
    if (Object.keys(properties).length > 0 && additionalProperties !== true) {
      problems.push(forbidden(at, 'additionalProperties and properties are mutual exclusive'));
    }
    if (typeof additionalProperties === 'object') {
      const noDefault = 'inside additionalProperties applying to object metadata';
      const deeper = place.isInsideMeta === true ? { ...inherited, noDefault } : inherited;
      problems.push(...keywords(additionalProperties, at, deeper));
    }
  }
  for (const [name, property] of Object.entries(properties)) {
    const holdsMeta = place.isRoot === true || schema['x-kubernetes-embedded-resource'] === true;
    let deeper: Place = inherited;
    if (holdsMeta && META.has(name)) {
      deeper = { ...inherited, isInsideMeta: true, ...(place.isRoot && { noDefault: `in top-level ${name}` }) };
    }
    problems.push(...keywords(property, `${path}.properties[${name}]`, deeper));
  }
  const combined: Place = { ...inherited, compiler: undefined };
  if (schema.not !== undefined) problems.push(...keywords(schema.not, `${path}.not`, combined));
  for (const key of ['allOf', 'oneOf', 'anyOf'] as const) {
    (schema[key] ?? []).forEach((member, index) => {
      problems.push(...keywords(member, `${path}.${key}[${index}]`, combined));
    });
  }
  for (const [name, definition] of Object.entries(schema.definitions ?? {})) {
    problems.push(...keywords(definition, `${path}.definitions[${name}]`, combined));
  }
  const isCorrelatable = schema['x-kubernetes-list-type'] === 'map' || place.uncorrelatable !== undefined;
  const deeper = isCorrelatable ? inherited : { ...inherited, uncorrelatable: path };
  const items = itemsOf(schema);
  if (items !== undefined) problems.push(...keywords(items, `${path}.items`, deeper));
  else if (Array.isArray(schema.items)) {
    schema.items.forEach((item: JsonSchema, index) => {
      problems.push(...keywords(item, `${path}.items[${index}]`, deeper));
    });
  }
  for (const [name, dependency] of Object.entries(schema.dependencies ?? {})) {
    if (Array.isArray(dependency)) continue;
    problems.push(...keywords(dependency as JsonSchema, `${path}.dependencies[${name}]`, combined));
  }
  return problems;
}

function wrongType(path: string, type: string, text: string): Problem {
  return type === '' ? required(`${path}.type`, text) : invalid(`${path}.type`, type, text);
}

function listProblems(schema: JsonSchema, path: string): Problem[] {
  const problems: Problem[] = [];
  const type = schema.type ?? '';
  const listType = schema['x-kubernetes-list-type'];
  const mapType = schema['x-kubernetes-map-type'];
  const items = itemsOf(schema);
  if (schema['x-kubernetes-preserve-unknown-fields'] === false) {
    problems.push(invalid(`${path}.x-kubernetes-preserve-unknown-fields`, false, 'must be true or undefined'));
  }
  if (mapType !== undefined && type !== 'object') {
    problems.push(wrongType(path, type, 'must be object if x-kubernetes-map-type is specified'));
  }
  if (mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular') {
    problems.push(notSupported(`${path}.x-kubernetes-map-type`, mapType, ['atomic', 'granular']));
  }
  if (listType === undefined) return problems;
  if (type !== 'array') {
    problems.push(wrongType(path, type, 'must be array if x-kubernetes-list-type is specified'));
  } else if (listType === 'set' && items !== undefined) {
    const text = 'must be atomic as item of a list with x-kubernetes-list-type=set';
    // The server prints the list type in both cases, null if there is none.
    const shown: JsonValue = items['x-kubernetes-list-type'] ?? null;
    if (items.type === 'array' && shown !== null && shown !== 'atomic') {
      problems.push(invalid(`${path}.items.x-kubernetes-list-type`, shown, text));
    }
    if (items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
      problems.push(invalid(`${path}.items.x-kubernetes-map-type`, shown, text));
    }
  }
  if (!['atomic', 'set', 'map'].includes(listType)) {
    problems.push(notSupported(`${path}.x-kubernetes-list-type`, listType, ['atomic', 'set', 'map']));
  }
  return problems;
}

function mapKeyProblems(schema: JsonSchema, path: string): Problem[] {
  const listType = schema['x-kubernetes-list-type'];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const problems: Problem[] = [];
  if (keys.length > 0 && listType !== 'map') {
    const [at, text] = [`${path}.x-kubernetes-list-type`, 'must be map if x-kubernetes-list-map-keys is non-empty'];
    problems.push(listType === undefined ? required(at, text) : invalid(at, listType, text));
  }
  const items = itemsOf(schema);
  if (listType === 'map') {
    if (keys.length === 0) {
      const text = 'must not be empty if x-kubernetes-list-type is map';
      problems.push(required(`${path}.x-kubernetes-list-map-keys`, text));
    }
    if (schema.items === undefined) {
      problems.push(required(`${path}.items`, 'must have a schema if x-kubernetes-list-type is map'));
    }
    if (Array.isArray(schema.items)) {
      const text = 'must only have a single schema if x-kubernetes-list-type is map';
      problems.push(invalid(`${path}.items`, undefined, text, goItems(schema)));
    }
    if (items !== undefined && items.type !== 'object') {
      const text = "must be object if parent array's x-kubernetes-list-type is map";
      problems.push(invalid(`${path}.items.type`, items.type ?? '', text));
    }
    if (items?.type === 'object') problems.push(...keyFieldProblems(keys, items, path));
  }
  if (items !== undefined && (listType === 'map' || listType === 'set')) {
    problems.push(...itemNullProblems(listType, keys, items, path));
  }
  return problems;
}

function keyFieldProblems(keys: readonly string[], items: JsonSchema, path: string): Problem[] {
  const at = `${path}.x-kubernetes-list-map-keys`;
  return keys.flatMap((key, index) => {
    const property = items.properties?.[key];
    const problems: Problem[] = [];
    if (property === undefined) problems.push(invalid(at, [...keys], 'entries must all be names of item properties'));
    else if (property.type === 'array' || property.type === 'object') {
      const text = "must be a scalar type if parent array's x-kubernetes-list-type is map";
      problems.push(invalid(`${path}.items.properties[${key}].type`, 'object', text));
    }
    if (keys.indexOf(key) < index) problems.push(invalid(at, [...keys], 'must not contain duplicate entries'));
    return problems;
  });
}

function itemNullProblems(listType: string, keys: readonly string[], items: JsonSchema, path: string): Problem[] {
  const problems: Problem[] = [];
  if (items.nullable === true) {
    const text = `cannot be nullable when x-kubernetes-list-type is ${listType}`;
    problems.push(forbidden(`${path}.items.nullable`, text));
  }
  if (listType !== 'map') return problems;
  for (const key of keys) {
    const property = items.properties?.[key];
    if (property === undefined) continue;
    const at = `${path}.items.properties[${key}]`;
    const because = 'this property is in x-kubernetes-list-map-keys, so it';
    if (!(items.required ?? []).includes(key) && !hasDefault(property)) {
      problems.push(required(`${at}.default`, `${because} must have a default or be a required property`));
    }
    if (property.nullable === true) problems.push(forbidden(`${at}.nullable`, `${because} cannot be nullable`));
  }
  return problems;
}

function ruleProblems(rule: ValidationRule, schema: JsonSchema, path: string): Problem[] {
  const { message = '', messageExpression = '', reason, fieldPath = '' } = rule;
  const problems: Problem[] = [];
  if (rule.rule.trim() === '') problems.push(required(`${path}.rule`, 'rule is not specified'));
  else if (message !== '' && message.trim() === '') {
    problems.push(invalid(`${path}.message`, message, 'must be non-empty if specified'));
  } else if (hasLineBreak(message.trim())) {
    problems.push(invalid(`${path}.message`, message, 'must not contain line breaks'));
  } else if (hasLineBreak(rule.rule.trim()) && message.trim() === '') {
    problems.push(required(`${path}.message`, 'message must be specified if rule contains line breaks'));
  }
  if (messageExpression !== '' && messageExpression.trim() === '') {
    problems.push(required(`${path}.messageExpression`, 'messageExpression must be non-empty if specified'));
  }
  if (reason !== undefined && !REASONS.includes(reason)) {
    problems.push(notSupported(`${path}.reason`, reason, REASONS));
  }
  if (fieldPath === '') return problems;
  const at = `${path}.fieldPath`;
  if (fieldPath.trim() === '') problems.push(invalid(at, fieldPath, 'must be non-empty if specified'));
  if (hasLineBreak(fieldPath)) problems.push(invalid(at, fieldPath, 'must not contain line breaks'));
  if ('fault' in followFieldPath(fieldPath, schema)) problems.push(invalid(at, fieldPath, 'must be a valid path'));
  return problems;
}

function hasLineBreak(text: string): boolean {
  return /[\n\r]/.test(text);
}

function compileProblems(rule: ValidationRule, schema: JsonSchema, path: string, place: Place): Problem[] {
  const isResourceRoot = place.isRoot === true || schema['x-kubernetes-embedded-resource'] === true;
  const compiled = place.compiler?.compile(rule, { schema, isResourceRoot });
  if (compiled === undefined) return [];
  const problems = compiled.problems.map(({ field, detail }) =>
    invalid(`${path}.${field}`, undefined, detail, goRule(rule)),
  );
  if (compiled.usesOldSelf && place.uncorrelatable !== undefined) {
    const text = `oldSelf cannot be used on the uncorrelatable portion of the schema within ${place.uncorrelatable}`;
    problems.push(invalid(`${path}.rule`, rule.rule, text));
  } else if (!compiled.usesOldSelf && rule.optionalOldSelf !== undefined) {
    const text = 'may not be set if oldSelf is not used in rule';
    problems.push(invalid(`${path}.optionalOldSelf`, rule.optionalOldSelf, text));
  }
  return problems;
}
