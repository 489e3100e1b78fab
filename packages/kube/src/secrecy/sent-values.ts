import { withoutQuotedValues } from './quoted-values.ts';
import { sortStrings } from './sensitive.ts';

const MASK = '***';
/** Shorter ones stand in half of all sentences; `withoutQuotedValues` finds them where validation quotes them. */
const SHORTEST = 4;
/** From here on a value is no ordinary word, and is found inside of others too. */
const UNMISTAKABLE = 8;
const ORDINARY = /^(?:true|false|null|none|\d{1,5})$/i;

/** A function that takes out of the server's words what may be a secret of the body that was sent. */
export function hiderOf(sent: string | Uint8Array | undefined): (text: string) => string {
  const values = typeof sent === 'string' ? secretsOf(sent) : [];
  const patterns = values.map((value) => {
    const text = value.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
    return new RegExp(value.length < UNMISTAKABLE ? `(?<![\\w-])${text}(?![\\w-])` : text, 'g');
  });
  return (text) => withoutQuotedValues(patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text));
}

/** The longest first, so that no part of one is left; each also as it is written inside of quotes. */
function secretsOf(sent: string): string[] {
  let body: unknown;
  try {
    body = JSON.parse(sent);
  } catch {
    return [];
  }
  const { sensitive, plain } = sortStrings(body);
  const secrets = [...sensitive].filter(
    (value) => value.length >= SHORTEST && !plain.has(value) && !ORDINARY.test(value),
  );
  const written = secrets.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  return [...new Set(written)].toSorted((a, b) => b.length - a.length);
}
