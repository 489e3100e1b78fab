import {
  duplicateValue,
  type FieldError,
  forbiddenValue,
  invalidValue,
  requiredValue,
  tooLongValue,
  tooManyValues,
  unknownValue,
  unsupportedValue,
} from '../status/index.ts';
import type { At } from './at.ts';

type Complaints = readonly string[];

/** What has been found wrong so far, in the order in which a real server finds it (K-88). */
export class Report {
  readonly errors: FieldError[] = [];

  get isClean(): boolean {
    return this.errors.length === 0;
  }

  add(errors: readonly FieldError[]): void {
    for (const error of errors) this.errors.push(error);
  }

  required(at: At, detail = ''): void {
    this.errors.push(requiredValue(at.path, detail));
  }

  invalid(at: At, value: unknown, detail: string): void {
    this.errors.push(invalidValue(at.path, value, detail));
  }

  forbidden(at: At, detail: string): void {
    this.errors.push(forbiddenValue(at.path, detail));
  }

  duplicate(at: At, value: unknown, detail = ''): void {
    this.errors.push(duplicateValue(at.path, value, detail));
  }

  unknown(at: At, value: unknown, detail = ''): void {
    this.errors.push(unknownValue(at.path, value, detail));
  }

  unsupported(at: At, value: unknown, supported: readonly string[]): void {
    this.errors.push(unsupportedValue(at.path, value, supported));
  }

  tooLong(at: At, limitBytes: number): void {
    this.errors.push(tooLongValue(at.path, limitBytes));
  }

  tooMany(at: At, count: number, limit: number): void {
    this.errors.push(tooManyValues(at.path, count, limit));
  }

  /** One error per complaint about a value. */
  complain(at: At, value: unknown, complaints: Complaints): void {
    for (const complaint of complaints) this.invalid(at, value, complaint);
  }

  nonNegative(at: At, value: number): void {
    if (value < 0) this.invalid(at, value, 'must be greater than or equal to 0');
  }

  positive(at: At, value: number): void {
    if (value <= 0) this.invalid(at, value, 'must be greater than zero');
  }

  /** One of the given values, which stand in the order in which the server lists them. */
  oneOf(at: At, value: string, supported: readonly string[]): void {
    if (!supported.includes(value)) this.unsupported(at, value, supported);
  }

  /** Like `oneOf`, but an absent value is missing rather than wrong. */
  requiredOneOf(at: At, value: string, supported: readonly string[], detail = ''): void {
    if (value === '') this.required(at, detail);
    else this.oneOf(at, value, supported);
  }

  immutable(at: At, value: unknown, isSame: boolean): void {
    if (!isSame) this.invalid(at, value ?? null, 'field is immutable');
  }
}
