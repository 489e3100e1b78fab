import { createHash } from 'node:crypto';
import { isLabelValue } from '@slipway/apimachinery/names';

export interface NameOptions {
  /** Goes before the rest and is never cut: `handler`. */
  readonly prefix?: string;
  /** @default 63, the longest DNS label. 47 leaves room for what a Deployment adds to the names of its pods. */
  readonly maxLength?: number;
}

/** `v` stands for a text of which nothing can be kept. */
const NOTHING_LEFT = 'v';
const DIGITS = 8;
const ENDS_LIKE_A_HASH = new RegExp(`(?:^|-)[0-9a-f]{${DIGITS}}$`);

/**
 * A name for objects, made of any texts; a DNS label.
 *
 * Different texts give different names. One text that is a DNS label already and fits is kept as it is.
 * Everything else (several texts, one that had to be changed or cut) ends in a hash of the whole. A text
 * that itself ends like a hash gets one too: otherwise a user could write the name that another gets.
 */
export function nameOf(texts: readonly string[], { prefix = '', maxLength = 63 }: NameOptions = {}): string {
  const [only = ''] = texts;
  const slugs = texts.map(slugOf);
  const plain = [prefix, ...slugs].filter((word) => word !== '').join('-');
  const isKept = texts.length === 1 && slugs[0] === only && plain.length <= maxLength && !ENDS_LIKE_A_HASH.test(only);
  return isKept ? plain : withHash(plain, hashOf(texts), maxLength);
}

/** The value of a label that stands for any text, by the rules of `nameOf`; labels admit more characters. */
export function labelValueOf(text: string): string {
  if (text !== '' && isLabelValue(text) && !ENDS_LIKE_A_HASH.test(text)) return text;
  return withHash(slugOf(text), hashOf([text]), 63);
}

/** A text in lower case with each run of other characters as one `-`. */
export function slugOf(text: string): string {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? [NOTHING_LEFT];
  return words.join('-');
}

/** The first 8 hex digits of SHA-256 over the texts, each divided from the next by NUL. */
export function hashOf(texts: readonly string[]): string {
  // A NUL inside a text must not look like the end of one.
  const escaped = texts.map((text) => text.replaceAll('\u0001', '\u00011').replaceAll('\0', '\u00010'));
  return createHash('sha256').update(escaped.join('\0')).digest('hex').slice(0, DIGITS);
}

function withHash(text: string, hash: string, maxLength: number): string {
  return `${text.slice(0, maxLength - DIGITS - 1)}-${hash}`;
}
