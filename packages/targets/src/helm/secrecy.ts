import { parse } from 'yaml';

/** Keys whose values are secrets, wherever they stand. */
const SECRET_KEY = /pass(?:word|wd|phrase)|secret|token|credential|api-?key|private-?key|client-key-data|(?:^|_)auth$/i;
/** Shorter ones would mask ordinary words. */
const SHORTEST = 4;

/** The secret strings in a value, found by the names of their keys. */
export function secretsIn(value: unknown, isSecret = false): string[] {
  if (typeof value === 'string') return isSecret && value.length >= SHORTEST ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    secretsIn(part, isSecret || (!Array.isArray(value) && SECRET_KEY.test(key))),
  );
}

export function secretsInKubeconfig(text: string | undefined): string[] {
  if (text === undefined) return [];
  try {
    return secretsIn(parse(text));
  } catch {
    // helm says what is wrong with it, without quoting what is in it.
    return [];
  }
}

/** The text with every secret replaced, the longest first so that no part of one is left. */
export function masked(text: string, secrets: readonly string[]): string {
  const found = secrets.filter((secret) => secret.length >= SHORTEST).toSorted((a, b) => b.length - a.length);
  return found.reduce((rest, secret) => rest.replaceAll(secret, '***'), text);
}
