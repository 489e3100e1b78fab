import { DNS_LABEL, isDnsSubdomain, isLabelKey, isLabelValue } from '@slipway/apimachinery/names';
import type { Report } from './report.ts';

/** Values of users in messages: quoted, and never a page long. */
export const quote = (value: unknown): string => {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
};

/** Names that become part of DNS names or of label values. */
export function checkDnsLabel(name: string, field: string, report: Report, maxLength = 63): void {
  if (!DNS_LABEL.test(name))
    report('WORKLOAD_NAME', field, `is ${quote(name)}; use a–z, 0–9 and "-", or make one with nameOf`);
  else if (name.length > maxLength)
    report('WORKLOAD_NAME', field, `has ${name.length} characters; at most ${maxLength}: shorten it with nameOf`);
}

/** Names of other objects, where the API admits dots. */
export function checkObjectName(name: string, field: string, report: Report): void {
  if (!isDnsSubdomain(name))
    report('WORKLOAD_NAME', field, `is ${quote(name)}; use a–z, 0–9, "-" and ".", at most 253 characters`);
}

export function checkLabels(labels: Readonly<Record<string, string>> | undefined, field: string, report: Report): void {
  checkKeys(labels, field, report);
  for (const [key, value] of Object.entries(labels ?? {})) {
    if (typeof value !== 'string' || !isLabelValue(value))
      report(
        'WORKLOAD_LABEL',
        `${field}[${key}]`,
        `is ${quote(value)}; use at most 63 of a–z, A–Z, 0–9, "-", "_" and ".", or make it with labelValueOf`,
      );
  }
}

/** Keys of labels and annotations: a name, with the domain of its owner and a slash before it where it has one. */
export function checkKeys(entries: Readonly<Record<string, unknown>> | undefined, field: string, report: Report): void {
  for (const key of Object.keys(entries ?? {})) {
    if (!isLabelKey(key))
      report(
        'WORKLOAD_LABEL',
        `${field}[${key}]`,
        'is no key; write "name" or "example.com/name", the name at most 63',
      );
  }
}

export function checkWhole(
  value: number | undefined,
  [least, most]: readonly [number, number],
  field: string,
  report: (field: string, message: string) => void,
): void {
  if (value !== undefined && !(Number.isInteger(value) && value >= least && value <= most))
    report(field, `is ${quote(value)}; give a whole number from ${least}${most === MANY ? '' : ` to ${most}`}`);
}

/** The largest whole number that the API keeps in most of its fields. */
export const MANY = 2 ** 31 - 1;

export function checkPort(port: number, field: string, report: Report): void {
  checkWhole(port, [1, 65_535], field, (at, message) => report('WORKLOAD_PORT', at, message));
}

/** Says of each value but the first that it is there already. */
export function checkTwins<T>(values: readonly T[], tell: (index: number, value: T) => void): void {
  values.forEach((value, index) => {
    if (value !== undefined && values.indexOf(value) !== index) tell(index, value);
  });
}

/** Says of each value that is there more than once so, once. */
export function checkRepeated<T>(values: readonly T[], tell: (value: T) => void): void {
  const twins = new Set<T>();
  checkTwins(values, (_, value) => twins.add(value));
  for (const value of twins) tell(value);
}
