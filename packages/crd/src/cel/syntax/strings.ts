import { SyntaxFault } from './fault.ts';

const SIMPLE: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '"': '"',
  "'": "'",
  '\\': '\\',
  '?': '?',
  '`': '`',
};

const ESCAPE = /\\(?:([abfnrtv"'\\?`])|[xX]([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-3][0-7]{2}))/y;
const encoder = new TextEncoder();

/** Reads the string or bytes literal that begins at `at`. */
export function readString(source: string, at: number): { value: string | Uint8Array; end: number } {
  let start = at;
  const prefix = /^[bBrR]*/.exec(source.slice(at, at + 2))?.[0].toLowerCase() ?? '';
  start += prefix.length;
  const quote = source.charAt(start);
  const triple = source.startsWith(quote.repeat(3), start);
  const fence = triple ? quote.repeat(3) : quote;
  const isRaw = prefix.includes('r');
  const isBytes = prefix.includes('b');
  const parts: (string | number)[] = [];
  let i = start + fence.length;
  for (;;) {
    if (i >= source.length || (!triple && /[\n\r]/.test(source.charAt(i)))) {
      throw new SyntaxFault(at, `Syntax error: token recognition error at: '${source.slice(at, i)}'`);
    }
    if (source.startsWith(fence, i)) break;
    if (source.charAt(i) === '\\' && !isRaw) {
      const escape = readEscape(source, i, isBytes);
      parts.push(escape.part);
      i = escape.end;
    } else {
      const character = String.fromCodePoint(source.codePointAt(i) ?? 0);
      // In a literal, a line break is one character however the file is saved.
      parts.push(character === '\r' ? '\n' : character);
      i += character === '\r' && source.charAt(i + 1) === '\n' ? 2 : character.length;
    }
  }
  return { value: isBytes ? toBytes(parts) : parts.join(''), end: i + fence.length };
}

/** `\xff` and `\377` are bytes in a bytes literal and code points in a string. */
function readEscape(source: string, at: number, isBytes: boolean): { part: string | number; end: number } {
  ESCAPE.lastIndex = at;
  const match = ESCAPE.exec(source);
  if (match === null) {
    throw new SyntaxFault(at, `Syntax error: token recognition error at: '${source.slice(at, at + 2)}'`);
  }
  const [text, simple, hex, short, long, octal] = match;
  const end = at + text.length;
  if (simple !== undefined) return { part: SIMPLE[simple] ?? simple, end };
  if (hex !== undefined || octal !== undefined) {
    const code = hex === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(hex, 16);
    return { part: isBytes ? code : String.fromCodePoint(code), end };
  }
  const code = Number.parseInt(short ?? long ?? '0', 16);
  if (isBytes || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    throw new SyntaxFault(at, `invalid unicode code point`);
  }
  return { part: String.fromCodePoint(code), end };
}

function toBytes(parts: readonly (string | number)[]): Uint8Array {
  const bytes: number[] = [];
  for (const part of parts) {
    if (typeof part === 'number') bytes.push(part);
    else bytes.push(...encoder.encode(part));
  }
  return Uint8Array.from(bytes);
}
