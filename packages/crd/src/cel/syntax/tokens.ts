import { SyntaxFault } from './fault.ts';
import { readString } from './strings.ts';

export type TokenKind = 'int' | 'uint' | 'double' | 'string' | 'bytes' | 'ident' | 'quoted' | 'word' | 'sign' | 'end';

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
  /** The value of a literal. */
  readonly value?: bigint | number | string | Uint8Array;
}

const SIGNS = ['==', '!=', '<=', '>=', '&&', '||', ...Array.from('[]{}().,-!?:+*/%<>')];
const WORDS = new Set(['true', 'false', 'null', 'in']);

const BLANK = /(?:[\t \r\n\f]+|\/\/[^\n]*)+/y;
const DOUBLE = /(?:\d+\.\d+(?:[eE][+-]?\d+)?|\d+[eE][+-]?\d+|\.\d+(?:[eE][+-]?\d+)?)/y;
const INTEGER = /(0x[\da-fA-F]+|\d+)([uU]?)/y;
const NAME = /[A-Za-z_][A-Za-z\d_]*/y;
const QUOTED = /`([A-Za-z\d_.\-/ ]+)`/y;
const STRING = /(?:[bB][rR]?|[rR])?(?:"|')/y;

/** All tokens of an expression; the last one is `end`. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp) => {
    pattern.lastIndex = at;
    return pattern.exec(source);
  };
  while (at < source.length) {
    const blank = match(BLANK);
    if (blank !== null) at += blank[0].length;
    if (at >= source.length) break;
    const token = next(source, at, match);
    tokens.push(token.token);
    at = token.end;
  }
  tokens.push({ kind: 'end', text: '<EOF>', at: source.length });
  return tokens;
}

type Match = (pattern: RegExp) => RegExpExecArray | null;

function next(source: string, at: number, match: Match): { token: Token; end: number } {
  const plain = (kind: TokenKind, text: string, value?: Token['value']) => ({
    token: { kind, text, at, ...(value === undefined ? {} : { value }) },
    end: at + text.length,
  });
  if (match(STRING) !== null) {
    const { value, end } = readString(source, at);
    const kind = typeof value === 'string' ? 'string' : 'bytes';
    return { token: { kind, text: source.slice(at, end), at, value }, end };
  }
  const double = match(DOUBLE);
  if (double !== null) return plain('double', double[0], Number(double[0]));
  const integer = match(INTEGER);
  if (integer !== null) {
    const [text, digits = '0', suffix] = integer;
    return plain(suffix === '' ? 'int' : 'uint', text, BigInt(digits));
  }
  const name = match(NAME);
  if (name !== null) return plain(WORDS.has(name[0]) ? 'word' : 'ident', name[0]);
  const quoted = match(QUOTED);
  if (quoted !== null) return plain('quoted', quoted[0], quoted[1] ?? '');
  const sign = SIGNS.find((text) => source.startsWith(text, at));
  if (sign !== undefined) return plain('sign', sign);
  const character = String.fromCodePoint(source.codePointAt(at) ?? 0);
  throw new SyntaxFault(at, `Syntax error: token recognition error at: '${character}'`);
}
