import { BOOL, DYN, declareFunction, declareMethod, INT, listOf, type Overload, STRING } from '../types/index.ts';
import { CelList, CostExceeded, EvaluationError, sizeOf, typeNameOf, type Value } from '../values/index.ts';
import { PER_CHARACTER, pass, traversal, twoPasses } from './costs.ts';
import { formatString } from './format-string.ts';

/** Longer texts than any request can hold are not made: they would be refused by cost right after. */
const MAX_TEXT = 16 * 1024 * 1024;

const outOfRange = (index: bigint) => new EvaluationError(`index out of range: ${index}`);

function charAt(text: string, index: bigint): string {
  const characters = Array.from(text);
  if (index < 0n || index > characters.length) throw outOfRange(index);
  return characters[Number(index)] ?? '';
}

function substring(text: string, start: bigint, end?: bigint): string {
  const characters = Array.from(text);
  if (end !== undefined && start > end) {
    throw new EvaluationError(`invalid substring range. start: ${start}, end: ${end}`);
  }
  for (const index of end === undefined ? [start] : [start, end]) {
    if (index < 0n || index > characters.length) throw outOfRange(index);
  }
  return characters.slice(Number(start), end === undefined ? undefined : Number(end)).join('');
}

function matchesAt(text: readonly string[], part: readonly string[], at: number): boolean {
  return part.every((character, index) => text[at + index] === character);
}

function indexOf(text: string, part: string, offset = 0n): bigint {
  if (part === '') return offset;
  if (offset < 0n) throw outOfRange(offset);
  const [characters, wanted] = [Array.from(text), Array.from(part)];
  for (let i = Number(offset); i <= characters.length - wanted.length; i++) {
    if (matchesAt(characters, wanted, i)) return BigInt(i);
  }
  return -1n;
}

function lastIndexOf(text: string, part: string, offset?: bigint): bigint {
  const [characters, wanted] = [Array.from(text), Array.from(part)];
  if (part === '') return offset ?? BigInt(characters.length);
  if (offset === undefined && Buffer.byteLength(text) < Buffer.byteLength(part)) return -1n;
  const from = offset ?? BigInt(characters.length - 1);
  if (from < 0n) throw outOfRange(from);
  if (from >= characters.length) return -1n;
  for (let i = Math.min(Number(from), characters.length - wanted.length); i >= 0; i--) {
    if (matchesAt(characters, wanted, i)) return BigInt(i);
  }
  return -1n;
}

/** Go's strings.Replace; an empty `old` stands before every character and at the end. A negative limit is none. */
function replace(text: string, old: string, by: string, limit = -1n): string {
  const count = limit < 0n ? Number.POSITIVE_INFINITY : Number(limit);
  const parts = splitText(text, old, old === '' ? Number.POSITIVE_INFINITY : count + 1);
  const places = Math.min(count, old === '' ? parts.length + 1 : parts.length - 1);
  if (text.length + places * by.length > MAX_TEXT) throw new CostExceeded();
  if (old !== '') return parts.join(by);
  return parts.map((part, index) => (index < places ? by : '') + part).join('') + (places > parts.length ? by : '');
}

/** Go's strings.SplitN: at most `limit` parts, the last one unsplit. */
function splitText(text: string, separator: string, limit: number): string[] {
  if (limit === 0) return [];
  const parts = separator === '' ? Array.from(text) : text.split(separator);
  if (parts.length <= limit) return parts;
  return [...parts.slice(0, limit - 1), parts.slice(limit - 1).join(separator)];
}

function split(text: string, separator: string, limit = -1n): CelList {
  return CelList.of(splitText(text, separator, limit < 0n ? Number.POSITIVE_INFINITY : Number(limit)));
}

function join(list: CelList, separator = ''): string {
  const parts: string[] = [];
  let length = 0;
  for (const element of list) {
    if (typeof element !== 'string') throw new EvaluationError(`join: invalid input: ${typeNameOf(element)}`);
    length += element.length + separator.length;
    if (length > MAX_TEXT) throw new CostExceeded();
    parts.push(element);
  }
  return parts.join(separator);
}

/** What Go takes for white space. */
const SPACE = '[\\t\\n\\v\\f\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const ENDS = new RegExp(`^${SPACE}|${SPACE}$`, 'g');

export function trimSpace(text: string): string {
  return text.replaceAll(ENDS, '');
}

const lower = (text: string) => text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase());
const upper = (text: string) => text.replaceAll(/[a-z]+/g, (part) => part.toUpperCase());

const ESCAPES: Readonly<Record<string, string>> = {
  '\u0007': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
  '\\': '\\\\',
  '"': '\\"',
};

function quote(text: string): string {
  return `"${Array.from(text, (character) => ESCAPES[character] ?? character).join('')}"`;
}

const contains = (text: Value, part: Value) => pass(text) * pass(part);

export const STRINGS: readonly Overload[] = [
  declareMethod('contains', [STRING, STRING], BOOL, (a: string, b: string) => a.includes(b), contains),
  declareMethod('startsWith', [STRING, STRING], BOOL, (a: string, b: string) => a.startsWith(b), pass),
  declareMethod('endsWith', [STRING, STRING], BOOL, (a: string, b: string) => a.endsWith(b), pass),
  declareMethod('charAt', [STRING, INT], STRING, charAt),
  declareMethod('indexOf', [STRING, STRING], INT, indexOf, traversal),
  declareMethod('indexOf', [STRING, STRING, INT], INT, indexOf, traversal),
  declareMethod('lastIndexOf', [STRING, STRING], INT, lastIndexOf, traversal),
  declareMethod('lastIndexOf', [STRING, STRING, INT], INT, lastIndexOf, traversal),
  declareMethod('lowerAscii', [STRING], STRING, lower, pass),
  declareMethod('upperAscii', [STRING], STRING, upper, pass),
  declareMethod('trim', [STRING], STRING, trimSpace, pass),
  declareMethod('replace', [STRING, STRING, STRING], STRING, replace, twoPasses),
  declareMethod('replace', [STRING, STRING, STRING, INT], STRING, replace, twoPasses),
  declareMethod('split', [STRING, STRING], listOf(STRING), split, twoPasses),
  declareMethod('split', [STRING, STRING, INT], listOf(STRING), split, twoPasses),
  declareMethod('substring', [STRING, INT], STRING, substring, pass),
  declareMethod('substring', [STRING, INT, INT], STRING, substring, pass),
  declareMethod('join', [listOf(STRING)], STRING, join, { cost: () => 0, resultCost: twoPasses }),
  declareMethod('join', [listOf(STRING), STRING], STRING, join, { cost: () => 0, resultCost: twoPasses }),
  declareMethod('format', [STRING, listOf(DYN)], STRING, formatString, (text) =>
    Math.ceil(sizeOf(text) * PER_CHARACTER),
  ),
  declareFunction('strings.quote', [STRING], STRING, quote, pass),
];
