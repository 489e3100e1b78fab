import { Buffer } from 'node:buffer';

// What is wrong with a name, in the words of the API server; empty where nothing is. Lengths are in bytes.

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const DNS_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

/** That a text breaks a rule whose regular expression is shown, as the server writes it. */
export function patternFault(rule: string, pattern: string, ...examples: readonly string[]): string {
  // The server writes `'a',  or 'b', regex used …`, with both blanks.
  const shown = examples.length === 0 ? '' : `e.g. ${examples.map((example) => `'${example}', `).join(' or ')}`;
  return `${rule} (${shown}regex used for validation is '${pattern}')`;
}

export const lengthFault = (limit: number, unit = 'characters'): string => `must be no more than ${limit} ${unit}`;

/** The server counts bytes; of names it says "characters" all the same. */
function longerThan(text: string, maxBytes: number, unit = 'bytes'): string[] {
  return Buffer.byteLength(text) > maxBytes ? [lengthFault(maxBytes, unit)] : [];
}

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
/** The syntax alone, however long. */
export const DNS_LABEL = whole(LABEL);
export const DNS_SUBDOMAIN = whole(SUBDOMAIN);
const DNS_1035_LABEL = whole(DNS_1035);
const KEY_NAME = whole(KEY);
const LABEL_VALUE = whole(`(${KEY})?`);

export function dns1035Faults(text: string): string[] {
  const faults = longerThan(text, 63, 'characters');
  if (!DNS_1035_LABEL.test(text)) {
    const rule =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
    faults.push(patternFault(rule, DNS_1035, 'my-name', 'abc-123'));
  }
  return faults;
}

export function dns1123LabelFaults(text: string): string[] {
  const faults = longerThan(text, 63, 'characters');
  if (DNS_LABEL.test(text)) return faults;
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  faults.push(DNS_SUBDOMAIN.test(text) ? 'must not contain dots' : patternFault(rule, LABEL, 'my-name', '123-abc'));
  return faults;
}

export function dns1123SubdomainFaults(text: string): string[] {
  return subdomainFaults(text, 'characters');
}

function subdomainFaults(text: string, unit: string): string[] {
  const faults = longerThan(text, 253, unit);
  if (!DNS_SUBDOMAIN.test(text)) {
    const rule =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    faults.push(patternFault(rule, SUBDOMAIN, 'example.com'));
  }
  return faults;
}

const KEY_FAULT = patternFault(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  KEY,
  'MyName',
  'my.name',
  '123-abc',
);

/** Keys of labels and, in lower case, of annotations; finalizers too. */
export function qualifiedNameFaults(text: string): string[] {
  const parts = text.split('/');
  if (parts.length > 2) {
    return [`a valid label key ${KEY_FAULT} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) as string;
  const faults: string[] = [];
  if (parts.length === 2) {
    const prefix = parts[0] as string;
    const prefixFaults = prefix === '' ? ['must be non-empty'] : subdomainFaults(prefix, 'bytes');
    faults.push(...prefixFaults.map((fault) => `prefix part ${fault}`));
  }
  faults.push(...(name === '' ? ['must be non-empty'] : longerThan(name, 63)).map((fault) => `name part ${fault}`));
  if (!KEY_NAME.test(name)) faults.push(`name part ${KEY_FAULT}`);
  return faults;
}

export function labelValueFaults(text: string): string[] {
  const faults = longerThan(text, 63);
  if (!LABEL_VALUE.test(text)) {
    const rule =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
    faults.push(patternFault(rule, `(${KEY})?`, 'MyValue', 'my_value', '12345'));
  }
  return faults;
}

/** What may stand between two slashes of a URL. `isPrefix`: more text follows (generateName). */
export function pathSegmentFaults(text: string, isPrefix = false): string[] {
  if (!isPrefix && (text === '.' || text === '..')) return [`may not be '${text}'`];
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}

export const isDnsLabel = (text: string): boolean => dns1123LabelFaults(text).length === 0;
export const isDnsSubdomain = (text: string): boolean => dns1123SubdomainFaults(text).length === 0;
export const isLabelKey = (text: string): boolean => qualifiedNameFaults(text).length === 0;
export const isLabelValue = (text: string): boolean => labelValueFaults(text).length === 0;
/** Keys of annotations may have capitals in their prefix, those of labels may not. */
export const isAnnotationKey = (text: string): boolean => isLabelKey(text.toLowerCase());
