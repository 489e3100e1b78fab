import { withoutQuotedValues } from './quoted-values.ts';
import { sortStrings } from './sensitive.ts';

const MASK = '***';
/** Shorter ones stand in half of all sentences; `withoutQuotedValues` finds them where validation quotes them. */
const SHORTEST = 4;
/** From here on a value is no ordinary word, and is found inside of others too. */
const UNMISTAKABLE = 8;
const ORDINARY = /^(?:true|false|null|none|\d{1,5})$/i;
/** As people name environments, commands and images; a sentence without them says nothing. */
const WORDS = /^[a-z]+(?:[-_./ ][a-z]+)*$/i;
/** What stands between user and host of an address, in whatever text. */
const USERINFO = /(\b[a-z][\w+.-]*:\/\/[^\s/:@"']*):([^\s/@"']+)@/gi;

/** A function that takes out of the server's words what may be a secret of the body that was sent. */
export function hiderOf(sent: string | Uint8Array | undefined): (text: string) => string {
  const patterns = typeof sent === 'string' ? patternsOf(sent) : [];
  return (text) => {
    const hidden = patterns.reduce((rest, pattern) => rest.replace(pattern, MASK), text);
    return withoutQuotedValues(hidden).replace(USERINFO, `$1:${MASK}@`);
  };
}

/** The longest first, so that no part of one is left; each also as it is written inside of quotes. */
function patternsOf(sent: string): RegExp[] {
  let body: unknown;
  try {
    body = JSON.parse(sent);
  } catch {
    return [];
  }
  const { secret, sensitive, plain } = sortStrings(body);
  for (const [, , password = ''] of sent.matchAll(USERINFO)) secret.add(password);
  const isSecret = (value: string): boolean =>
    secret.has(value) ? value.length >= UNMISTAKABLE || !plain.has(value) : !plain.has(value);
  const values = [...secret, ...sensitive].filter(
    (value) => value.length >= SHORTEST && !ORDINARY.test(value) && isSecret(value),
  );
  const written = values.flatMap((value) => {
    const isWord = !secret.has(value) && WORDS.test(value);
    return formsOf(value).map((form) => ({ form, isWord }));
  });
  return written.toSorted((a, b) => b.form.length - a.form.length).map(patternOf);
}

/** As it is, inside of quotes, and as Go writes it there. */
function formsOf(value: string): string[] {
  const quoted = JSON.stringify(value).slice(1, -1);
  const byGo = quoted.replaceAll(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`);
  return [...new Set([value, quoted, byGo])];
}

/** Words are taken out only where they are quoted or set: `"production"`, `NODE_ENV=production`. */
function patternOf({ form, isWord }: { readonly form: string; readonly isWord: boolean }): RegExp {
  const text = form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  if (isWord) return new RegExp(`(?<=["'=])${text}(?![\\w-])`, 'g');
  return new RegExp(form.length < UNMISTAKABLE ? `(?<![\\w-])${text}(?![\\w-])` : text, 'g');
}
