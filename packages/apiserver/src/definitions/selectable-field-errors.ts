import { fieldAt, isJsonObject, type JsonObject, textAt } from '../objects/index.ts';
import { duplicateValue, type FieldError, invalidValue, requiredValue, tooManyValues } from '../status/index.ts';

const MOST_SELECTABLE = 8;
const SELECTABLE_TYPES = new Set(['string', 'boolean', 'integer']);

/** Which fields of a kind may be used as field selectors: single values that the schema knows. */
export function selectableFieldErrors(fields: unknown, schema: unknown, at: string): FieldError[] {
  const list: readonly unknown[] = Array.isArray(fields) ? fields : [];
  if (list.length === 0) return [];
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  for (const [index, field] of list.entries()) {
    const place = `${at}[${index}].jsonPath`;
    const path = textAt(field, 'jsonPath');
    if (path === '') {
      errors.push(requiredValue(place));
      continue;
    }
    const found = schemaAt(path, schema);
    if (typeof found === 'string') {
      errors.push(invalidValue(place, path, `is an invalid path: ${found}`));
      continue;
    }
    if (found.steps[0] === 'metadata') {
      errors.push(invalidValue(place, path, 'must not point to fields in metadata'));
    }
    if (!SELECTABLE_TYPES.has(textAt(found.schema, 'type'))) {
      const detail =
        'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
      errors.push(invalidValue(place, path, detail));
    }
    const key = found.steps.join('.');
    if (seen.has(key)) errors.push(duplicateValue(place, path));
    seen.add(key);
  }
  if (seen.size > MOST_SELECTABLE) errors.push(tooManyValues(at, seen.size, MOST_SELECTABLE));
  return errors;
}

/** What a path leads to, or what is wrong with it. */
function schemaAt(path: string, root: unknown): { steps: string[]; schema: JsonObject } | string {
  const tokens = path.match(/[.[\]]|'(?:[^'\\]|\\.)*'|[^.[\]]+/g) ?? [];
  let schema: JsonObject = isJsonObject(root) ? root : {};
  const steps: string[] = [];
  for (let at = 0; at < tokens.length; at += 2) {
    const mark = tokens[at];
    if (mark === '[') return 'array notation is not allowed';
    if (mark !== '.') return `expected [ or . but got: ${mark}`;
    const name = tokens[at + 1];
    if (name === undefined) return 'unexpected end of JSON path';
    const properties = fieldAt(schema, ['properties']);
    const below = isJsonObject(properties) ? fieldAt(properties, [name]) : fieldAt(schema, ['additionalProperties']);
    if (!isJsonObject(below)) return 'does not refer to a valid field';
    schema = below;
    steps.push(name);
  }
  return { steps, schema };
}
