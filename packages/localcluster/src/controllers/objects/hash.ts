/** No vowels, so that no words come out. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789';

/** A short name for a value: the same for the same value whatever the order of its fields, and fit for labels. */
export function hashOf(value: unknown, ...salt: readonly (number | string | undefined)[]): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${ordered(value)}${salt.join('/')}`)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  return String(hash).replace(/\d/g, (digit) => ALPHABET[digit.charCodeAt(0) % ALPHABET.length] ?? '');
}

/** JSON with the keys of every object in order, as Go prints maps. */
export function ordered(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
