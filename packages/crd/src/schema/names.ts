import { Buffer } from 'node:buffer';

// The rules for names in object metadata, each with the words of the API server. Lengths are in bytes.

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const DNS_1035 = '[a-z]([-a-z0-9]*[a-z0-9])?';
const KEY = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';

function byPattern(pattern: string, text: string, ...examples: string[]): string {
  // The server writes `'a',  or 'b', regex used …`, with both blanks.
  const shown = examples.length === 0 ? '' : `e.g. ${examples.map((example) => `'${example}', `).join(' or ')}`;
  return `${text} (${shown}regex used for validation is '${pattern}')`;
}

/** The server counts bytes; of names it says "characters" all the same. */
function longerThan(text: string, maxBytes: number, unit = 'bytes'): string[] {
  return Buffer.byteLength(text) > maxBytes ? [`must be no more than ${maxBytes} ${unit}`] : [];
}

function matches(pattern: string, text: string): boolean {
  return new RegExp(`^(?:${pattern})$`).test(text);
}

export function dns1035Faults(text: string): string[] {
  const faults = longerThan(text, 63, 'characters');
  if (!matches(DNS_1035, text)) {
    const rule =
      "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character";
    faults.push(byPattern(DNS_1035, rule, 'my-name', 'abc-123'));
  }
  return faults;
}

export function dns1123LabelFaults(text: string): string[] {
  const faults = longerThan(text, 63, 'characters');
  if (matches(LABEL, text)) return faults;
  const rule =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
  faults.push(matches(SUBDOMAIN, text) ? 'must not contain dots' : byPattern(LABEL, rule, 'my-name', '123-abc'));
  return faults;
}

export function dns1123SubdomainFaults(text: string): string[] {
  return subdomainFaults(text, 'characters');
}

function subdomainFaults(text: string, unit: string): string[] {
  const faults = longerThan(text, 253, unit);
  if (!matches(SUBDOMAIN, text)) {
    const rule =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
    faults.push(byPattern(SUBDOMAIN, rule, 'example.com'));
  }
  return faults;
}

const KEY_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** Keys of labels and, in lower case, of annotations; finalizers too. */
export function qualifiedNameFaults(text: string): string[] {
  const parts = text.split('/');
  const rule = byPattern(KEY, KEY_RULE, 'MyName', 'my.name', '123-abc');
  if (parts.length > 2) {
    return [`a valid label key ${rule} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`];
  }
  const name = parts.at(-1) as string;
  const faults: string[] = [];
  if (parts.length === 2) {
    const prefix = parts[0] as string;
    const prefixFaults = prefix === '' ? ['must be non-empty'] : subdomainFaults(prefix, 'bytes');
    faults.push(...prefixFaults.map((fault) => `prefix part ${fault}`));
  }
  faults.push(...(name === '' ? ['must be non-empty'] : longerThan(name, 63)).map((fault) => `name part ${fault}`));
  if (!matches(KEY, name)) faults.push(`name part ${rule}`);
  return faults;
}

export function labelValueFaults(text: string): string[] {
  const faults = longerThan(text, 63);
  if (!matches(`(${KEY})?`, text)) {
    const rule =
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
    faults.push(byPattern(`(${KEY})?`, rule, 'MyValue', 'my_value', '12345'));
  }
  return faults;
}

/** What may stand between two slashes of a URL. `isPrefix`: more text follows (generateName). */
export function pathSegmentFaults(text: string, isPrefix: boolean): string[] {
  if (!isPrefix && (text === '.' || text === '..')) return [`may not be '${text}'`];
  return ['/', '%'].filter((part) => text.includes(part)).map((part) => `may not contain '${part}'`);
}
