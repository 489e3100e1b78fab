import { RESERVED_WORDS } from '../syntax/index.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  __: '__underscores__',
  '.': '__dot__',
  '-': '__dash__',
  '/': '__slash__',
};

const UNESCAPES = new Map(Object.entries(ESCAPES).map(([plain, escaped]) => [escaped, plain]));

/** The name by which rules reach a property, or undefined where they cannot: it has other characters. */
export function escapeName(name: string): string | undefined {
  if (RESERVED_WORDS.has(name)) return `__${name}__`;
  if (!/^[A-Za-z_./-][A-Za-z0-9_./-]*$/.test(name)) return undefined;
  return name.replaceAll(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
}

/** The property that an escaped name stands for. */
export function unescapeName(escaped: string): string | undefined {
  let isValid = true;
  const name = escaped.replaceAll(/__[^_]+__/g, (part) => {
    const plain = UNESCAPES.get(part);
    if (plain !== undefined) return plain;
    const word = part.slice(2, -2);
    isValid &&= RESERVED_WORDS.has(word) && part.length === escaped.length;
    return word;
  });
  return isValid ? name : undefined;
}
