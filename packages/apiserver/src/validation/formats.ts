import { isIPv4, isIPv6 } from 'node:net';
import { dns1123SubdomainFaults, lengthFault, patternFault } from '@slipway/apimachinery/names';

type Complaints = readonly string[];

const NONE: Complaints = [];

export const rangeComplaint = (low: number, high: number): string => `must be between ${low} and ${high}, inclusive`;

export function portNumberComplaints(port: number): Complaints {
  return port >= 1 && port <= 65_535 ? NONE : [rangeComplaint(1, 65_535)];
}

export function idComplaints(id: number): Complaints {
  return id >= 0 && id <= 2 ** 31 - 1 ? NONE : [rangeComplaint(0, 2 ** 31 - 1)];
}

export function portNameComplaints(name: string): Complaints {
  if (/^[a-z0-9]{1,15}$/.test(name) && /[a-z]/.test(name)) return NONE;
  const complaints: string[] = [];
  if (name.length > 15) complaints.push(lengthFault(15));
  if (!/^[-a-z0-9]+$/.test(name)) {
    complaints.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  }
  if (!/[a-z]/.test(name)) complaints.push('must contain at least one letter (a-z)');
  if (name.includes('--')) complaints.push('must not contain consecutive hyphens');
  if (/^-|-$/.test(name)) complaints.push('must not begin or end with a hyphen');
  return complaints;
}

/** A rule that is one pattern: the complaint names it. */
const patterned = (pattern: string, rule: string, ...examples: string[]): ((value: string) => Complaints) => {
  const whole = new RegExp(`^(?:${pattern})$`);
  const complaint = patternFault(rule, pattern, ...examples);
  return (value) => (whole.test(value) ? NONE : [complaint]);
};

export const percentComplaints = patterned(
  '[0-9]+%',
  "a valid percent string must be a numeric string followed by an ending '%'",
  '1%',
  '93%',
);

export const headerNameComplaints = patterned(
  '[-A-Za-z0-9]+',
  "a valid HTTP header must consist of alphanumeric characters or '-'",
  'X-Header-Name',
);

const WILDCARD = '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*';
export const wildcardComplaints = patterned(
  WILDCARD,
  "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character",
  '*.example.com',
);

const UNDERSCORED = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*';
export const searchDomainComplaints = patterned(
  UNDERSCORED,
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character",
  'example.com',
);

const configKey = patterned(
  '[-._a-zA-Z0-9]+',
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
  'key.name',
  'KEY_NAME',
  'key-name',
);

export function configKeyComplaints(key: string): Complaints {
  return [...(key.length > 253 ? [lengthFault(253)] : NONE), ...configKey(key), ...upwardComplaints(key)];
}

function upwardComplaints(value: string): Complaints {
  if (value === '.' || value === '..') return [`must not be '${value}'`];
  return value.startsWith('..') ? ["must not start with '..'"] : NONE;
}

export function environmentNameComplaints(name: string): Complaints {
  // Printable ASCII but for '='.
  if (/^[ -<>-~]*$/.test(name)) return NONE;
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

/** An address as older versions read it too: numbers may have leading zeros. */
const sloppy = (value: string): string =>
  /^[\d.]+$/.test(value)
    ? value
        .split('.')
        .map((part) => part.replace(/^0+(?=\d)/, ''))
        .join('.')
    : value;

export function isAddress(value: string): boolean {
  return isIPv4(sloppy(value)) || (isIPv6(value) && !value.includes('%'));
}

const isMappedAddress = (value: string): boolean => isIPv6(value) && /^::ffff:/i.test(value) && value.includes('.');

export function addressComplaints(value: string): Complaints {
  if (!isAddress(value)) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (sloppy(value) !== value) return ['must not have leading 0s'];
  return isMappedAddress(value) ? ['must not be an IPv4-mapped IPv6 address'] : NONE;
}

export function cidrComplaints(value: string): Complaints {
  const [address = '', length = '', ...rest] = value.split('/');
  const bits = isIPv6(address) ? 128 : 32;
  if (!isAddress(address) || !/^\d{1,3}$/.test(length) || Number(length) > bits || rest.length > 0) {
    return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  }
  if (sloppy(address) !== address || /^0\d/.test(length)) return ['must not have leading 0s in IP or prefix length'];
  if (isMappedAddress(address)) return ['must not have an IPv4-mapped IPv6 address'];
  const shift = BigInt(bits - Number(length));
  if ((addressBits(address) >> shift) << shift !== addressBits(address)) {
    return ['must not have bits set beyond the prefix length'];
  }
  return NONE;
}

/** The network of a CIDR: its first address and how many bits of it count. */
export function networkOf(cidr: string): { readonly first: bigint; readonly length: number; readonly bits: number } {
  const [address = '', length = '0'] = cidr.split('/');
  return { first: addressBits(address), length: Number(length), bits: isIPv6(address) ? 128 : 32 };
}

export function addressBits(address: string): bigint {
  if (!isIPv6(address))
    return sloppy(address)
      .split('.')
      .reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
  const dotted = /^(.*:)(\d+\.\d+\.\d+\.\d+)$/.exec(address);
  const plain = dotted
    ? `${dotted[1]}${(addressBits(dotted[2] ?? '') >> 16n).toString(16)}:${(addressBits(dotted[2] ?? '') & 0xffffn).toString(16)}`
    : address;
  const [head = '', tail] = plain.split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right].reduce(
    (sum, part) => (sum << 16n) | BigInt(Number.parseInt(part, 16)),
    0n,
  );
}

export const isIpv6 = (address: string): boolean => isIPv6(address);

const HTTP_PATH = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+";

/** `example.com/thing`: returns what is wrong with which part. */
export function domainPathErrors(value: string): readonly (readonly [part: string, complaint: string])[] {
  const slash = value.indexOf('/');
  if (slash <= 0 || slash === value.length - 1) {
    return [[value, 'must be a domain-prefixed path (such as "acme.io/foo")']];
  }
  const host = value.slice(0, slash);
  const path = value.slice(slash + 1);
  const errors = dns1123SubdomainFaults(host).map((complaint) => [host, complaint] as const);
  if (new RegExp(`^${HTTP_PATH}$`).test(path)) return errors;
  return [...errors, [path, patternFault('Invalid path', HTTP_PATH)]];
}
