import type { JsonValue } from './json.ts';

/** Go's `%q`: the text in quotes, everything that does not print as an escape. */
export function goQuote(text: string): string {
  let quoted = '"';
  for (const char of text) quoted += PLAIN.test(char) && char !== '"' && char !== '\\' ? char : escaped(char);
  return `${quoted}"`;
}

const PLAIN = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u;
const SHORT: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function escaped(char: string): string {
  const short = SHORT[char];
  if (short !== undefined) return short;
  const code = char.codePointAt(0) as number;
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\U${code.toString(16).padStart(8, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** Go's `json.Marshal`: sorted keys, and the characters that would end a script element escaped. */
export function goJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(goJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const keys = Object.keys(value).sort(byBytes);
    return `{${keys.map((key) => `${goString(key)}:${goJson(value[key] as JsonValue)}`).join(',')}}`;
  }
  return typeof value === 'string' ? goString(value) : `${value}`;
}

function goString(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The order of Go strings: by their UTF-8 bytes; UTF-16 order differs above U+FFFF. */
export function byBytes(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const [left, right] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (left !== right) return isSurrogate(left) === isSurrogate(right) ? left - right : isSurrogate(left) ? 1 : -1;
  }
  return a.length - b.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}

/** Go's `%v` of a float64: an exponent of at least two digits below 1e-4 and from 1e6 on. */
export function goFloat(value: number): string {
  const [digits, exponent] = value.toExponential().split('e') as [string, string];
  if (value === 0 || (Number(exponent) >= -4 && Number(exponent) < 6)) return `${value}`;
  return `${digits}e${exponent.replace(/^([+-])(\d)$/, '$10$2')}`;
}

/** Go's `%v` of a number of JSON, which is an int64 where it fits one. */
export function goNumber(value: number | bigint): string {
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? `${value}` : goFloat(value);
}

/** How a refused value is printed in a message: bare if simple, quoted if text, else as JSON. */
export function goValue(value: JsonValue): string {
  if (typeof value === 'string') return goQuote(value);
  if (typeof value === 'number' || typeof value === 'bigint') return goNumber(value);
  return goJson(value);
}

/** Go's `%v` of any JSON: `map[a:1 b:[x y]]`. */
export function goPrint(value: JsonValue): string {
  if (value === null) return '<nil>';
  if (Array.isArray(value)) return `[${value.map(goPrint).join(' ')}]`;
  if (typeof value === 'object') {
    const keys = Object.keys(value).sort(byBytes);
    return `map[${keys.map((key) => `${key}:${goPrint(value[key] as JsonValue)}`).join(' ')}]`;
  }
  return typeof value === 'number' || typeof value === 'bigint' ? goNumber(value) : `${value}`;
}
