import { goQuote } from '../../schema/index.ts';
import { EvaluationError, noSuchOverload, type Rich, type Sized, type Value } from '../values/index.ts';

/** An IPv4 or IPv6 address. */
export class Address implements Rich, Sized {
  readonly typeName = 'net.IP';
  readonly bits: bigint;
  readonly width: 32 | 128;

  constructor(bits: bigint, width: 32 | 128) {
    this.bits = bits;
    this.width = width;
  }

  get costSize(): number {
    return this.width / 8;
  }

  equals(other: Value): boolean {
    if (!(other instanceof Address)) throw noSuchOverload();
    return other.bits === this.bits && other.width === this.width;
  }

  /** The `count` highest bits. */
  top(count: number): bigint {
    return this.bits >> BigInt(this.width - count);
  }

  /** The canonical form. */
  toString(): string {
    if (this.width === 32) return [24n, 16n, 8n, 0n].map((shift) => (this.bits >> shift) & 255n).join('.');
    const groups = Array.from({ length: 8 }, (_, index) => (this.bits >> BigInt(112 - 16 * index)) & 0xffffn);
    return compress(groups.map((group) => group.toString(16)));
  }
}

/** The first longest run of two or more zero groups becomes `::`. */
function compress(groups: readonly string[]): string {
  let [start, length] = [-1, 1];
  for (let i = 0; i < groups.length; i++) {
    let end = i;
    while (groups[end] === '0') end++;
    if (end - i > length) [start, length] = [i, end - i];
  }
  if (start < 0) return groups.join(':');
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`;
}

/** An address that is not one; the text is what Go's net/netip says. */
class AddressFault extends Error {}

function fault(whole: string, text: string, at = ''): AddressFault {
  return new AddressFault(`ParseAddr(${goQuote(whole)}): ${text}${at === '' ? '' : ` (at ${goQuote(at)})`}`);
}

function parseV4(whole: string, text: string): bigint {
  let bits = 0n;
  const fields = text.split('.');
  let offset = 0;
  for (const [index, field] of fields.entries()) {
    const digits = /^\d*/.exec(field)?.[0] ?? '';
    if (/^0\d/.test(digits)) throw fault(whole, 'IPv4 field has octet with leading zero');
    if (Number(digits) > 255) throw fault(whole, 'IPv4 field has value >255');
    if (digits.length < field.length) throw fault(whole, 'unexpected character', text.slice(offset + digits.length));
    if (field === '') {
      const dot = index === 0 || index < fields.length - 1 ? offset : offset - 1;
      throw fault(whole, 'IPv4 field must have at least one digit', text.slice(dot));
    }
    if (index > 3) throw fault(whole, 'IPv4 address too long');
    bits = (bits << 8n) | BigInt(digits);
    offset += field.length + 1;
  }
  if (fields.length < 4) throw fault(whole, 'IPv4 address too short');
  return bits;
}

function parseV6(whole: string): bigint {
  const groups: bigint[] = [];
  let gap = -1;
  let rest = whole;
  if (rest.startsWith('::')) {
    gap = 0;
    rest = rest.slice(2);
  }
  while (rest !== '' && groups.length < 8) {
    const digits = /^[\da-fA-F]*/.exec(rest)?.[0] ?? '';
    if (digits.length > 4) throw fault(whole, 'each group must have 4 or less digits', rest);
    if (digits === '') throw fault(whole, 'each colon-separated field must have at least one digit', rest);
    if (rest.charAt(digits.length) === '.') {
      if (gap < 0 && groups.length !== 6) {
        throw fault(whole, 'embedded IPv4 address must replace the final 2 fields of the address', rest);
      }
      if (groups.length > 6) {
        throw fault(whole, 'too many hex fields to fit an embedded IPv4 at the end of the address', rest);
      }
      const bits = parseV4(whole, rest);
      groups.push(bits >> 16n, bits & 0xffffn);
      rest = '';
      break;
    }
    groups.push(BigInt(`0x${digits}`));
    rest = rest.slice(digits.length);
    if (rest === '') break;
    if (!rest.startsWith(':')) throw fault(whole, 'unexpected character, want colon', rest);
    if (rest.length === 1) throw fault(whole, 'colon must be followed by more characters', rest);
    rest = rest.slice(1);
    if (rest.startsWith(':')) {
      if (gap >= 0) throw fault(whole, 'multiple :: in address', rest);
      gap = groups.length;
      rest = rest.slice(1);
    }
  }
  if (rest !== '') throw fault(whole, 'trailing garbage after address', rest);
  if (groups.length < 8) {
    if (gap < 0) throw fault(whole, 'address string too short');
    groups.splice(gap, 0, ...Array.from({ length: 8 - groups.length }, () => 0n));
  } else if (gap >= 0) {
    throw fault(whole, 'the :: must expand to at least one field of zeros');
  }
  return groups.reduce((bits, group) => (bits << 16n) | group, 0n);
}

function parseAddress(text: string): Address {
  const first = /[.:%]/.exec(text)?.[0];
  if (first === '.') return new Address(parseV4(text, text), 32);
  if (first === ':') return new Address(parseV6(text), 128);
  throw fault(text, first === '%' ? 'missing IPv6 address' : 'unable to parse IP');
}

const isMapped = ({ bits, width }: Address) => width === 128 && bits >> 32n === 0xffffn;

/** `ip(text)`. Zones and IPv4 inside IPv6 are refused. */
export function readIp(text: string): Address {
  const zone = text.includes(':') ? text.indexOf('%') : -1;
  try {
    const address = parseAddress(zone < 0 ? text : text.slice(0, zone));
    if (zone === text.length - 1) throw fault(text, 'zone must be a non-empty string');
    if (zone >= 0) throw new EvaluationError(`IP address ${goQuote(text)} with zone value is not allowed`);
    if (isMapped(address)) throw new EvaluationError(`IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
    return address;
  } catch (error) {
    if (!(error instanceof AddressFault)) throw error;
    const detail = `IP Address ${goQuote(text)} parse error during conversion from string: ${error.message}`;
    throw new EvaluationError(detail);
  }
}

/** A network: an address and how many of its bits count. */
export class Network implements Rich, Sized {
  readonly typeName = 'net.CIDR';
  readonly address: Address;
  readonly prefix: number;

  constructor(address: Address, prefix: number) {
    this.address = address;
    this.prefix = prefix;
  }

  get costSize(): number {
    return Math.ceil(this.prefix / 8);
  }

  equals(other: Value): boolean {
    if (!(other instanceof Network)) throw noSuchOverload();
    return other.prefix === this.prefix && other.address.equals(this.address);
  }

  contains(address: Address): boolean {
    return address.width === this.address.width && address.top(this.prefix) === this.address.top(this.prefix);
  }

  containsNetwork(other: Network): boolean {
    return this.prefix <= other.prefix && this.contains(other.address);
  }

  masked(): Network {
    const { width } = this.address;
    const bits = this.address.top(this.prefix) << BigInt(width - this.prefix);
    return new Network(new Address(bits, width), this.prefix);
  }

  toString(): string {
    return `${this.address.toString()}/${this.prefix}`;
  }
}

const TWICE = 'network address parse error during conversion from string: ';

/** `cidr(text)`. The server says where it failed twice. */
export function readCidr(text: string): Network {
  const refuse = (detail: string) =>
    new EvaluationError(`${TWICE}${TWICE}netip.ParsePrefix(${goQuote(text)}): ${detail}`);
  const slash = text.lastIndexOf('/');
  if (slash < 0) throw refuse("no '/'");
  const digits = text.slice(slash + 1);
  const address = prefixAddress(text.slice(0, slash), refuse);
  if (!/^(?:\d|[1-9]\d*)$/.test(digits)) throw refuse(`bad bits after slash: ${goQuote(digits)}`);
  if (Number(digits) > address.width) throw refuse('prefix length out of range');
  if (isMapped(address)) throw new EvaluationError(`${TWICE}IPv4-mapped IPv6 address ${goQuote(text)} is not allowed`);
  return new Network(address, Number(digits));
}

function prefixAddress(text: string, refuse: (detail: string) => EvaluationError): Address {
  if (text.includes('%')) throw refuse('IPv6 zones cannot be present in a prefix');
  try {
    return parseAddress(text);
  } catch (error) {
    throw error instanceof AddressFault ? refuse(error.message) : error;
  }
}
