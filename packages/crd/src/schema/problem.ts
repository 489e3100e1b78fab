import { goQuote, goValue } from './go-text.ts';
import type { JsonValue } from './json.ts';

/** The `reason` of a cause in a Kubernetes Status. */
export type ProblemReason =
  | 'FieldValueRequired'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueDuplicate'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany'
  | 'FieldValueTypeInvalid';

/** One refusal, ready to be a cause in a Status: `{reason, field, message}`. */
export interface Problem {
  readonly reason: ProblemReason;
  /** `spec.list[0].name`; `<nil>` where the server names no field, as it prints it. */
  readonly field: string;
  /** `Invalid value: "x": must be …`: without the field, as in a cause. */
  readonly message: string;
  /** The last part of `message`; empty for a plain "Required value". */
  readonly detail: string;
  readonly value?: JsonValue;
}

/** What the server prints for the path of the object itself. */
export const NO_FIELD = '<nil>';

/** `spec.x: Required value, …` for many, as the server joins them in a Status message. */
export function printProblem({ field, message }: Problem): string {
  return `${field}: ${message}`;
}

const TITLES: Readonly<Record<ProblemReason, string>> = {
  FieldValueRequired: 'Required value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
  FieldValueTypeInvalid: 'Invalid value',
};

/** A problem; `value` is printed where given, so leave it out where the server does. */
export function problem(
  reason: ProblemReason,
  field: string,
  detail: string,
  value?: JsonValue,
  shown = value === undefined ? '' : goValue(value),
): Problem {
  const message = [TITLES[reason], shown, detail].filter((part) => part !== '').join(': ');
  return value === undefined ? { reason, field, message, detail } : { reason, field, message, detail, value };
}

/** `shown` is for values that do not print as what they are. */
export function invalid(field: string, value: JsonValue | undefined, detail: string, shown?: string): Problem {
  return problem('FieldValueInvalid', field, detail, value, shown);
}

export function required(field: string, detail = ''): Problem {
  return problem('FieldValueRequired', field, detail);
}

export function forbidden(field: string, detail: string): Problem {
  return problem('FieldValueForbidden', field, detail);
}

export function duplicate(field: string, value: JsonValue): Problem {
  return problem('FieldValueDuplicate', field, '', value);
}

export function notSupported(field: string, value: JsonValue, supported: readonly string[]): Problem {
  return problem('FieldValueNotSupported', field, `supported values: ${supported.map(goQuote).join(', ')}`, value);
}

export function tooLong(field: string, max: number | bigint): Problem {
  return problem('FieldValueTooLong', field, `may not be more than ${max} ${max === 1 ? 'byte' : 'bytes'}`);
}

export function tooMany(field: string, actual: number, max: number | bigint): Problem {
  return problem('FieldValueTooMany', field, `must have at most ${max} ${max === 1 ? 'item' : 'items'}`, actual);
}
