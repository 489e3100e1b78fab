import { fieldAt, isJsonObject, type JsonObject, textAt } from '../objects/index.ts';
import { type FieldError, invalidValue, requiredValue } from '../status/index.ts';

const COLUMN_TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const COLUMN_FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const LONGEST_WARNING_BYTES = 256;

/** Not letters, marks, numbers, punctuation, symbols or the plain blank: what Go does not print. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;

export function deprecationErrors(version: JsonObject, at: string): FieldError[] {
  const { deprecationWarning: warning } = version;
  if (typeof warning !== 'string') return [];
  const complain = (detail: string): FieldError => invalidValue(`${at}.deprecationWarning`, warning, detail);
  if (version['deprecated'] !== true) return [complain('can only be set for deprecated versions')];
  const errors: FieldError[] = [];
  if (Buffer.byteLength(warning) > LONGEST_WARNING_BYTES) {
    errors.push(complain(`must be <= ${LONGEST_WARNING_BYTES} characters long`));
  }
  if (warning === '') errors.push(complain('must not be an empty string'));
  const strange = UNPRINTABLE.exec(warning);
  if (strange) {
    const index = Buffer.byteLength(warning.slice(0, strange.index));
    errors.push(
      complain(`must only contain printable UTF-8 characters; non-printable character found at index ${index}`),
    );
  }
  return errors;
}

/** Where a scale finds its numbers (L-12). */
export function subresourceErrors(subresources: unknown, at: string): FieldError[] {
  const scale = fieldAt(subresources, ['scale']);
  if (!isJsonObject(scale)) return [];
  const under = (name: string, roots: readonly string[], where: string): FieldError[] => {
    const path = textAt(scale, name);
    const field = `${at}.scale.${name}`;
    if (path === '') return name === 'labelSelectorPath' ? [] : [requiredValue(field)];
    if (!path.startsWith('.')) return [notSimple(field, path)];
    if (roots.some((root) => path.startsWith(root))) return [];
    return [invalidValue(field, path, `should be a json path under ${where}`)];
  };
  return [
    ...under('specReplicasPath', ['.spec.'], '.spec'),
    ...under('statusReplicasPath', ['.status.'], '.status'),
    ...under('labelSelectorPath', ['.spec.', '.status.'], 'either .spec or .status'),
  ];
}

const notSimple = (field: string, path: string): FieldError =>
  invalidValue(field, path, 'must be a simple json path starting with .');

export function columnErrors(columns: unknown, at: string): FieldError[] {
  const list: readonly unknown[] = Array.isArray(columns) ? columns : [];
  return list.flatMap((column, index) => oneColumnErrors(column, `${at}[${index}]`));
}

function oneColumnErrors(column: unknown, at: string): FieldError[] {
  const errors: FieldError[] = [];
  const type = textAt(column, 'type');
  const format = textAt(column, 'format');
  const path = textAt(column, 'jsonPath');
  const types = `must be one of ${COLUMN_TYPES.join(',')}`;
  if (textAt(column, 'name') === '') errors.push(requiredValue(`${at}.name`));
  if (type === '') errors.push(requiredValue(`${at}.type`, types));
  else if (!COLUMN_TYPES.includes(type)) errors.push(invalidValue(`${at}.type`, type, types));
  if (format !== '' && !COLUMN_FORMATS.includes(format)) {
    errors.push(invalidValue(`${at}.format`, format, `must be one of ${COLUMN_FORMATS.join(',')}`));
  }
  if (path === '') errors.push(requiredValue(`${at}.JSONPath`));
  else if (!path.startsWith('.')) errors.push(notSimple(`${at}.JSONPath`, path));
  return errors;
}
