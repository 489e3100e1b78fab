import { canonicalJson } from '@slipway/apimachinery/json';

/** No vowels, so that no words come out. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** A short name for a value: the same for the same value whatever the order of its fields, and fit for labels. */
export function hashOf(value: unknown, ...salt: readonly (number | string | undefined)[]): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${canonicalJson(value)}${salt.join('/')}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return String(hash).replace(/\d/g, (digit) => ALPHABET[digit.charCodeAt(0) % ALPHABET.length] ?? '');
}
