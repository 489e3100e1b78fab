import type { JsonObject } from '../objects/index.ts';
import type { At } from './at.ts';
import { percentComplaints } from './formats.ts';
import type { Report } from './report.ts';

/** A number of pods, or a share of them. */
export function checkAmount(report: Report, value: unknown, at: At): void {
  if (typeof value === 'string') report.complain(at, value, percentComplaints(value));
  else report.nonNegative(at, typeof value === 'number' ? value : 0);
}

const percentOf = (value: unknown): number | undefined =>
  typeof value === 'string' && percentComplaints(value).length === 0 ? Number(value.slice(0, -1)) : undefined;

export function amountOf(holder: JsonObject, name: string): number {
  const value = holder[name];
  if (typeof value === 'number') return value;
  return percentOf(value) ?? (typeof value === 'string' ? Number.parseInt(value, 10) || 0 : 0);
}

export function checkAtMostAll(report: Report, value: unknown, at: At): void {
  if ((percentOf(value) ?? 0) > 100) report.invalid(at, value, 'must not be greater than 100%');
}
