import { itemsOf, type JsonSchema } from './crd.ts';
import { goItems } from './go-schema.ts';
import type { JsonValue } from './json.ts';
import { forbidden, invalid, notSupported, type Problem, required } from './problem.ts';

/** What `x-kubernetes-list-type`, `-map-type`, `-list-map-keys` and `-preserve-unknown-fields` ask for. */
export function mergeKeywordProblems(schema: JsonSchema, path: string): Problem[] {
  return [...listProblems(schema, path), ...mapKeyProblems(schema, path)];
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

export function hasDefault(schema: JsonSchema): boolean {
  return schema.default !== undefined && schema.default !== null;
}
