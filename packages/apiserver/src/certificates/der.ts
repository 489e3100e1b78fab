import { isIPv4, isIPv6 } from 'node:net';

/**
 * The few DER types that an X.509 certificate is made of. DER is tag, length, content; nothing here
 * knows what a certificate is.
 */
type Bytes = Uint8Array;

function element(tag: number, ...content: readonly Bytes[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...items: readonly Bytes[]): Buffer => element(0x30, ...items);
export const set = (...items: readonly Bytes[]): Buffer => element(0x31, ...items);
export const octetString = (content: Bytes): Buffer => element(0x04, content);
export const utf8String = (text: string): Buffer => element(0x0c, Buffer.from(text, 'utf8'));
export const boolean = (value: boolean): Buffer => element(0x01, Buffer.from([value ? 0xff : 0x00]));

/** `[n] EXPLICIT`: the content keeps its own tag. */
export const explicit = (n: number, content: Bytes): Buffer => element(0xa0 | n, content);

/** `[n] IMPLICIT` of a primitive type: the context tag takes the place of the type's own. */
export const implicit = (n: number, content: Bytes): Buffer => element(0x80 | n, content);

/** A non-negative integer given as big-endian bytes. */
export function integer(bigEndian: Bytes): Buffer {
  let start = 0;
  while (start < bigEndian.length - 1 && bigEndian[start] === 0) start++;
  const digits = bigEndian.subarray(start);
  // A set top bit would make the number negative.
  const sign = (digits[0] ?? 0) >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0);
  return element(0x02, sign, digits);
}

/** `unusedBits` counts the bits at the end of the last byte that are no part of the string. */
export function bitString(content: Bytes, unusedBits = 0): Buffer {
  return element(0x03, Buffer.from([unusedBits]), content);
}

/** A named bit list (key usage): DER wants trailing zero bits left out. */
export function namedBits(...positions: readonly number[]): Buffer {
  const last = Math.max(...positions);
  const bytes = Buffer.alloc(Math.floor(last / 8) + 1);
  for (const position of positions) {
    const index = Math.floor(position / 8);
    bytes[index] = (bytes[index] ?? 0) | (0x80 >> (position % 8));
  }
  return bitString(bytes, 7 - (last % 8));
}

export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const digits = [arc % 128];
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) digits.unshift((left % 128) | 0x80);
    bytes.push(...digits);
  }
  return element(0x06, Buffer.from(bytes));
}

/** UTCTime until 2049, GeneralizedTime after it, as RFC 5280 asks. */
export function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return digits < '20500000000000'
    ? element(0x17, Buffer.from(`${digits.slice(2)}Z`, 'ascii'))
    : element(0x18, Buffer.from(`${digits}Z`, 'ascii'));
}

/** The 4 or 16 bytes of an address, or undefined when the text is none. */
export function ipAddressBytes(address: string): Buffer | undefined {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  if (!isIPv6(address) || address.includes('%')) return undefined;
  // The URL parser writes every form (dotted tail, zeros, capitals) in the one canonical way.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const left = groups(head);
  const right = groups(tail ?? '');
  const all = [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right];
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex');
}
