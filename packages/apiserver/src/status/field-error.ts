import { jsonText } from '../objects/index.ts';

/** One thing that is wrong with one field, as a cause of a 422 (K-88). */
export interface FieldError {
  readonly reason: string;
  readonly field: string;
  /** Without the field's name. */
  readonly message: string;
}

/** A value the way the server prints it: strings quoted, everything else as JSON. */
function printed(value: unknown): string {
  return jsonText(value) ?? 'null';
}

const withDetail = (text: string, detail: string): string => (detail === '' ? text : `${text}: ${detail}`);

export const invalidValue = (field: string, value: unknown, detail: string): FieldError => ({
  reason: 'FieldValueInvalid',
  field,
  message: withDetail(`Invalid value: ${printed(value)}`, detail),
});

export const requiredValue = (field: string, detail = ''): FieldError => ({
  reason: 'FieldValueRequired',
  field,
  message: withDetail('Required value', detail),
});

export const forbiddenValue = (field: string, detail: string): FieldError => ({
  reason: 'FieldValueForbidden',
  field,
  message: withDetail('Forbidden', detail),
});

export const unsupportedValue = (field: string, value: unknown, supported: readonly string[]): FieldError => ({
  reason: 'FieldValueNotSupported',
  field,
  message: `Unsupported value: ${printed(value)}: supported values: ${supported.map((one) => `"${one}"`).join(', ')}`,
});

export const duplicateValue = (field: string, value: unknown, detail = ''): FieldError => ({
  reason: 'FieldValueDuplicate',
  field,
  message: withDetail(`Duplicate value: ${printed(value)}`, detail),
});

export const unknownValue = (field: string, value: unknown, detail = ''): FieldError => ({
  reason: 'FieldValueNotFound',
  field,
  message: withDetail(`Not found: ${printed(value)}`, detail),
});

export const tooManyValues = (field: string, count: number, limit: number): FieldError => ({
  reason: 'FieldValueTooMany',
  field,
  message: `Too many: ${count}: must have at most ${limit} item${limit === 1 ? '' : 's'}`,
});

export const tooLongValue = (field: string, limitBytes: number): FieldError => ({
  reason: 'FieldValueTooLong',
  field,
  message: `Too long: may not be more than ${limitBytes} bytes`,
});
