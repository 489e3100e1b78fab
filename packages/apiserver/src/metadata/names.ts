/** Rules of names, labels and finalizers. Each returns what is wrong, in the server's words; empty when nothing is. */
type Complaints = readonly string[];

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const QUALIFIED = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED})?`;

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const labelPattern = whole(LABEL);
const subdomainPattern = whole(SUBDOMAIN);
const qualifiedPattern = whole(QUALIFIED);
const labelValuePattern = whole(LABEL_VALUE);

/** Names are measured in characters and parts of labels in bytes, both of which are ASCII here. */
export const tooLong = (limit: number, unit = 'characters'): string => `must be no more than ${limit} ${unit}`;

export function mismatch(rule: string, pattern: string, ...examples: readonly string[]): string {
  if (examples.length === 0) return `${rule} (regex used for validation is '${pattern}')`;
  const shown = examples.map((example) => `'${example}', `).join(' or ');
  return `${rule} (e.g. ${shown}regex used for validation is '${pattern}')`;
}

export function subdomainComplaints(name: string): Complaints {
  const complaints: string[] = [];
  if (name.length > 253) complaints.push(tooLong(253));
  if (!subdomainPattern.test(name)) {
    complaints.push(
      mismatch(
        "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
        SUBDOMAIN,
        'example.com',
      ),
    );
  }
  return complaints;
}

export function labelNameComplaints(name: string): Complaints {
  const complaints: string[] = [];
  if (name.length > 63) complaints.push(tooLong(63));
  if (!labelPattern.test(name)) {
    complaints.push(
      subdomainPattern.test(name)
        ? 'must not contain dots'
        : mismatch(
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character",
            LABEL,
            'my-name',
            '123-abc',
          ),
    );
  }
  return complaints;
}

/** The weakest rule, which every name obeys: it must be usable as one segment of a path. */
export function pathSegmentComplaints(name: string): Complaints {
  if (name === '.' || name === '..') return [`may not be '${name}'`];
  return ['/', '%'].filter((part) => name.includes(part)).map((part) => `may not contain '${part}'`);
}

const QUALIFIED_RULE = mismatch(
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
  QUALIFIED,
  'MyName',
  'my.name',
  '123-abc',
);

export function qualifiedNameComplaints(text: string): Complaints {
  const parts = text.split('/');
  if (parts.length > 2) {
    return [
      `a valid label key ${QUALIFIED_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ];
  }
  const complaints: string[] = [];
  const name = parts[parts.length - 1] ?? '';
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') complaints.push('prefix part must be non-empty');
    else complaints.push(...subdomainComplaints(prefix).map((complaint) => `prefix part ${complaint}`));
  }
  if (name === '') complaints.push('name part must be non-empty');
  else if (name.length > 63) complaints.push(`name part ${tooLong(63, 'bytes')}`);
  if (!qualifiedPattern.test(name)) complaints.push(`name part ${QUALIFIED_RULE}`);
  return complaints;
}

export function labelValueComplaints(value: string): Complaints {
  const complaints: string[] = [];
  if (Buffer.byteLength(value) > 63) complaints.push(tooLong(63, 'bytes'));
  if (!labelValuePattern.test(value)) {
    complaints.push(
      mismatch(
        "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
        LABEL_VALUE,
        'MyValue',
        'my_value',
        '12345',
      ),
    );
  }
  return complaints;
}
