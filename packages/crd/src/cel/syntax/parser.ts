import type { ListNode, MapNode, Node, StructNode } from './ast.ts';
import { nodeBelow } from './depth.ts';
import { type Fault, SyntaxFault } from './fault.ts';
import { expandHas, expandMacro } from './macros.ts';
import { RESERVED_WORDS } from './reserved.ts';
import { type Token, tokenize } from './tokens.ts';

/** The API server's own limits for one expression. */
const MAX_CODE_POINTS = 100_000;
const MAX_DEPTH = 250;
/** Chains may be longer than brackets may nest; beyond this the call stack would not hold an evaluation. */
const MAX_CHAIN = 1000;

const RELATIONS = new Set(['<', '<=', '>=', '>', '==', '!=', 'in']);
/** What may begin an operand, in the words of the server's parser. */
const OPERAND =
  "expecting {'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}";
const INT_MAX = 2n ** 63n - 1n;
const UINT_MAX = 2n ** 64n - 1n;

/** The expression as a tree, or what is wrong with its text. Never throws. */
export function parse(source: string): { readonly node: Node } | { readonly faults: readonly Fault[] } {
  const size = source.length > MAX_CODE_POINTS ? Array.from(source).length : source.length;
  if (size > MAX_CODE_POINTS) {
    const text = `expression code point size exceeds limit: size: ${size}, limit ${MAX_CODE_POINTS}`;
    return { faults: [{ at: 0, text }] };
  }
  try {
    const parser = new Parser(tokenize(source));
    const node = parser.whole();
    const deep = nodeBelow(node, MAX_CHAIN);
    if (deep === undefined) return { node };
    return { faults: [{ at: deep.at, text: `expression recursion limit exceeded: ${MAX_CHAIN}` }] };
  } catch (error) {
    if (error instanceof SyntaxFault) return { faults: [{ at: error.at, text: error.message }] };
    throw error;
  }
}

/** Recursive descent, one method for each level of binding. */
class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  whole(): Node {
    const node = this.#expression();
    if (this.#peek().kind !== 'end') throw this.#extraneous();
    return node;
  }

  #peek(ahead = 0): Token {
    return this.#tokens[Math.min(this.#next + ahead, this.#tokens.length - 1)] as Token;
  }

  #take(): Token {
    const token = this.#peek();
    this.#next++;
    return token;
  }

  #is(text: string): boolean {
    const token = this.#peek();
    return token.text === text && (token.kind === 'sign' || token.kind === 'word');
  }

  #accept(text: string): Token | undefined {
    return this.#is(text) ? this.#take() : undefined;
  }

  #expect(text: string): Token {
    const { kind, at } = this.#peek();
    if (kind === 'end') throw new SyntaxFault(at, `Syntax error: missing '${text}' at '<EOF>'`);
    return this.#accept(text) ?? this.#fail(`expecting '${text}'`);
  }

  #unexpected(hint = ''): SyntaxFault {
    const { text, at } = this.#peek();
    return new SyntaxFault(at, `Syntax error: mismatched input '${text}'${hint === '' ? '' : ` ${hint}`}`);
  }

  #extraneous(): SyntaxFault {
    const { text, at } = this.#peek();
    return new SyntaxFault(at, `Syntax error: extraneous input '${text}' expecting <EOF>`);
  }

  #fail(hint: string): never {
    throw this.#unexpected(hint);
  }

  #expression(): Node {
    if (++this.#depth > MAX_DEPTH) {
      throw new SyntaxFault(this.#peek().at, `expression recursion limit exceeded: ${MAX_DEPTH}`);
    }
    const test = this.#or();
    const mark = this.#accept('?');
    if (mark === undefined) {
      this.#depth--;
      return test;
    }
    const yes = this.#or();
    this.#expect(':');
    const no = this.#expression();
    this.#depth--;
    return call(mark.at, '_?_:_', [test, yes, no]);
  }

  #or(): Node {
    return this.#chain('||', '_||_', () => this.#chain('&&', '_&&_', () => this.#relation()));
  }

  /** `a && b && c` is one call with three arguments, so that its cost and depth do not depend on grouping. */
  #chain(sign: string, name: string, operand: () => Node): Node {
    const first = operand();
    let operator = this.#accept(sign);
    if (operator === undefined) return first;
    const { at } = operator;
    const args = [first];
    while (operator !== undefined) {
      args.push(operand());
      operator = this.#accept(sign);
    }
    return call(at, name, args);
  }

  #relation(): Node {
    let left = this.#sum();
    while (RELATIONS.has(this.#peek().text) && /^(sign|word)$/.test(this.#peek().kind)) {
      const { text, at } = this.#take();
      const right = this.#sum();
      left = call(at, text === 'in' ? '@in' : `_${text}_`, [left, right]);
    }
    return left;
  }

  #sum(): Node {
    return this.#left(['+', '-'], () => this.#left(['*', '/', '%'], () => this.#unary()));
  }

  #left(signs: readonly string[], operand: () => Node): Node {
    let left = operand();
    while (this.#peek().kind === 'sign' && signs.includes(this.#peek().text)) {
      const { text, at } = this.#take();
      left = call(at, `_${text}_`, [left, operand()]);
    }
    return left;
  }

  #unary(): Node {
    const sign = this.#peek();
    if (sign.kind !== 'sign' || (sign.text !== '!' && sign.text !== '-')) return this.#member(this.#primary());
    // A minus directly before a number belongs to it: -9223372036854775808 is an int.
    if (sign.text === '-' && /^(int|double)$/.test(this.#peek(1).kind)) {
      this.#take();
      return this.#member(number(this.#take(), sign.at));
    }
    let count = 0;
    while (this.#accept(sign.text) !== undefined) count++;
    const operand = this.#member(this.#primary());
    return count % 2 === 0 ? operand : call(sign.at, sign.text === '!' ? '!_' : '-_', [operand]);
  }

  #member(start: Node): Node {
    let node = start;
    for (;;) {
      const dot = this.#accept('.');
      if (dot !== undefined) {
        node = this.#afterDot(node, dot);
        continue;
      }
      const bracket = this.#accept('[');
      if (bracket === undefined) return node;
      const optional = this.#accept('?') !== undefined;
      const index = this.#expression();
      this.#expect(']');
      node = call(bracket.at, optional ? '_[?_]' : '_[_]', [node, index]);
    }
  }

  #afterDot(operand: Node, dot: Token): Node {
    const optional = this.#accept('?') !== undefined;
    const name = this.#fieldName();
    const paren = optional ? undefined : this.#accept('(');
    if (paren === undefined) {
      return { kind: 'select', at: dot.at, operand, field: name, mode: optional ? 'optional' : 'value' };
    }
    const args = this.#arguments();
    return expandMacro(paren.at, operand, name, args) ?? call(paren.at, name, args, operand);
  }

  #arguments(): Node[] {
    const args: Node[] = [];
    if (this.#accept(')') !== undefined) return args;
    do args.push(this.#expression());
    while (this.#accept(',') !== undefined);
    this.#expect(')');
    return args;
  }

  #primary(): Node {
    const token = this.#peek();
    switch (token.kind) {
      case 'int':
      case 'uint':
      case 'double':
        return number(this.#take(), token.at);
      case 'string':
      case 'bytes':
        this.#take();
        return { kind: 'literal', at: token.at, type: token.kind, value: token.value as string | Uint8Array };
      case 'word':
        if (token.text === 'in') this.#fail(OPERAND);
        this.#take();
        return token.text === 'null'
          ? { kind: 'literal', at: token.at, type: 'null', value: null }
          : { kind: 'literal', at: token.at, type: 'bool', value: token.text === 'true' };
      case 'ident':
        return this.#name('');
      default:
        return this.#bracketed();
    }
  }

  #bracketed(): Node {
    const { at } = this.#peek();
    if (this.#accept('.') !== undefined) {
      if (this.#peek().kind !== 'ident') this.#fail('expecting IDENTIFIER');
      return this.#name('.');
    }
    if (this.#accept('(') !== undefined) {
      const inner = this.#expression();
      this.#expect(')');
      return inner;
    }
    if (this.#accept('[') !== undefined) return this.#list(at);
    if (this.#accept('{') !== undefined) return this.#map(at);
    return this.#fail(OPERAND);
  }

  #name(dot: string): Node {
    if (this.#isStruct()) return this.#struct(dot);
    const token = this.#take();
    if (RESERVED_WORDS.has(token.text)) throw new SyntaxFault(token.at, `reserved identifier: ${token.text}`);
    const paren = this.#accept('(');
    if (paren === undefined) return { kind: 'ident', at: token.at, name: `${dot}${token.text}` };
    const args = this.#arguments();
    if (token.text === 'has' && args.length === 1) return expandHas(paren.at, args);
    return call(paren.at, token.text, args);
  }

  /** Whether a name of any length stands before a brace. */
  #isStruct(): boolean {
    let ahead = 1;
    while (this.#peek(ahead).text === '.' && this.#peek(ahead + 1).kind === 'ident') ahead += 2;
    const { kind, text } = this.#peek(ahead);
    return kind === 'sign' && text === '{';
  }

  #struct(dot: string): StructNode {
    let type = `${dot}${this.#take().text}`;
    while (this.#accept('.') !== undefined) type += `.${this.#take().text}`;
    const { at } = this.#expect('{');
    const fields: { at: number; name: string; value: Node; optional: boolean }[] = [];
    while (!this.#is('}')) {
      const optional = this.#accept('?') !== undefined;
      const name = this.#fieldName();
      const colon = this.#expect(':');
      fields.push({ at: colon.at, name, value: this.#expression(), optional });
      if (this.#accept(',') === undefined) break;
    }
    this.#expect('}');
    return { kind: 'struct', at, type, fields };
  }

  #fieldName(): string {
    const name = this.#take();
    if (name.kind === 'quoted') throw new SyntaxFault(name.at, "unsupported syntax: '`'");
    if (name.kind !== 'ident') {
      this.#next--;
      this.#fail('expecting IDENTIFIER');
    }
    return name.text;
  }

  #list(at: number): ListNode {
    const elements: { value: Node; optional: boolean }[] = [];
    while (!this.#is(']')) {
      const optional = this.#accept('?') !== undefined;
      elements.push({ value: this.#expression(), optional });
      if (this.#accept(',') === undefined) break;
    }
    this.#expect(']');
    return { kind: 'list', at, elements };
  }

  #map(at: number): MapNode {
    const entries: { key: Node; value: Node; optional: boolean }[] = [];
    while (!this.#is('}')) {
      const optional = this.#accept('?') !== undefined;
      const key = this.#expression();
      this.#expect(':');
      entries.push({ key, value: this.#expression(), optional });
      if (this.#accept(',') === undefined) break;
    }
    this.#expect('}');
    return { kind: 'map', at, entries };
  }
}

function call(at: number, name: string, args: readonly Node[], target?: Node): Node {
  return { kind: 'call', at, name, target, args };
}

/** A number; `at` is before the token where a minus belongs to it. */
function number(token: Token, at: number): Node {
  const isNegative = at < token.at;
  if (token.kind === 'double') {
    const value = Number(token.value);
    return { kind: 'literal', at: token.at, type: 'double', value: isNegative ? -value : value };
  }
  const value = isNegative ? -(token.value as bigint) : (token.value as bigint);
  if (token.kind === 'uint') {
    if (value > UINT_MAX) throw new SyntaxFault(token.at, 'invalid uint literal');
    return { kind: 'literal', at: token.at, type: 'uint', value };
  }
  if (value > INT_MAX || value < -INT_MAX - 1n) throw new SyntaxFault(token.at, 'invalid int literal');
  return { kind: 'literal', at: token.at, type: 'int', value };
}
