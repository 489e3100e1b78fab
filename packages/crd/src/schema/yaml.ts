import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  type Pair,
  Parser,
} from 'yaml';
import { CrdError } from '../errors.ts';
import { readBlockYaml, type Scalar } from './block-yaml.ts';
import { exactNumber, isJsonObject, type JsonObject, type JsonValue, setKey } from './json.ts';
import { NotBlockYaml } from './yaml-text.ts';

/** One document of a YAML text. */
export interface YamlDocument {
  readonly value: JsonValue;
  /** Line of the document's first node, from 1. */
  readonly line: number;
  /** Line of the deepest node on `path` that exists. */
  lineOf(path: readonly (string | number)[]): number;
}

/**
 * Nodes that one document may have once its aliases are written out. The largest CRDs in use have
 * about 100,000; a "billion laughs" text has more than memory.
 */
const MAX_NODES = 2_000_000;

/**
 * Reads YAML the way Kubernetes does: YAML 1.1 words (`yes`, `on`) and octals, but no base-60
 * numbers and no timestamps. Integers stay exact. Throws a CrdError with file and line.
 */
export function readYaml(text: string, source: string | undefined): YamlDocument[] {
  const values = readBlockYaml(text, numberOf);
  if (values === undefined) return parseYaml(text, source);
  let parsed: YamlDocument[] | undefined;
  const documentAt = (index: number): YamlDocument => {
    parsed ??= parseYaml(text, source);
    return parsed[index] as YamlDocument;
  };
  return values.map((value, index) => ({
    value,
    get line() {
      return documentAt(index).line;
    },
    lineOf: (path) => documentAt(index).lineOf(path),
  }));
}

/** What a plain scalar means that may be a number; a fault of it is told by whoever knows its line. */
function numberOf(scalar: string): Scalar {
  try {
    return (parseYaml(scalar, undefined)[0]?.value ?? null) as Scalar;
  } catch {
    throw new NotBlockYaml();
  }
}

/** The same with the library alone, which takes twenty times as long. */
export function parseYaml(text: string, source: string | undefined): YamlDocument[] {
  const lines = new LineCounter();
  // The library's own check of unique keys compares all pairs of keys; the reader below keeps a set.
  const composer = new Composer({ version: '1.1', uniqueKeys: false, customTags: withoutDates, logLevel: 'silent' });
  const syntaxFault = (offset: number, message: string) =>
    new CrdError('CRD_SYNTAX', `not valid YAML: ${message}`, { source, line: lines.linePos(offset).line });
  stopAtFirstFault(composer, syntaxFault);
  const documents: YamlDocument[] = [];
  for (const document of composer.compose(soundTokens(text, lines, source, syntaxFault))) {
    const fault = document.errors[0];
    if (fault !== undefined) throw syntaxFault(fault.pos[0], fault.message);
    if (document.contents === null) continue;
    const root = document.contents as Node;
    const lineAt = (node: unknown) => lines.linePos((node as Node).range?.[0] ?? 0).line;
    const value = new YamlReader(source, lineAt).read(root);
    if (value === null) continue;
    documents.push({ value, line: lineAt(root), lineOf: (path) => lineAt(nodeAt(document, path)) });
  }
  return documents;
}

/** Deeper than any schema; the library would take forever over a text of nothing but brackets. */
const MAX_DEPTH = 1000;

type SyntaxFault = (offset: number, message: string) => CrdError;

/** The tokens of the library, until one is wrong or they are nested too deeply. */
function* soundTokens(text: string, lines: LineCounter, source: string | undefined, fault: SyntaxFault) {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) {
      if (token.type === 'error') throw fault(token.offset, `${token.message}: ${JSON.stringify(token.source)}`);
      yield token;
    }
    if (parser.stack.length > MAX_DEPTH) {
      const { line } = lines.linePos(parser.offset);
      throw new CrdError('CRD_TOO_LARGE', `is nested deeper than ${MAX_DEPTH} levels`, { source, line });
    }
  }
  yield* parser.end();
}

type Place = number | readonly [number, number] | { readonly offset: number };

/** The library goes on after a fault and collects a million of them; the first is all that is ever told. */
function stopAtFirstFault(composer: Composer, fault: SyntaxFault): void {
  let first: CrdError | undefined;
  const onError = (place: Place, _code: string, message: string, isWarning = false) => {
    if (isWarning) return;
    const offset = typeof place === 'number' ? place : 'offset' in place ? place.offset : place[0];
    // What is thrown here comes by again: the library catches it and tells of it as a fault.
    first ??= fault(offset, message);
    throw first;
  };
  Object.assign(composer, { onError });
}

type Tags = Exclude<NonNullable<ConstructorParameters<typeof Composer>[0]>['customTags'], undefined>;

/** `12:30:45` and `2001-01-01` are strings to Kubernetes; sets, ordered maps and binaries do not exist in JSON. */
const withoutDates = ((tags: unknown[]) =>
  tags.filter((tag) => {
    if (typeof tag !== 'object' || tag === null) return true;
    const { format, tag: name } = tag as { format?: string; tag: string };
    return format !== 'TIME' && !/:(timestamp|binary|omap|pairs|set)$/.test(name);
  })) as unknown as Tags;

function nodeAt(document: Document.Parsed, path: readonly (string | number)[]): unknown {
  let node: unknown = document.contents;
  for (const segment of path) {
    const next = childAt(isAlias(node) ? node.resolve(document) : node, segment);
    if (next === undefined || next === null || (next as Node).range === undefined) return node;
    node = next;
  }
  return node;
}

function childAt(node: unknown, segment: string | number): unknown {
  if (isSeq(node)) return node.items[Number(segment)];
  if (!isMap(node)) return undefined;
  return node.items.find(({ key }) => isScalar(key) && String(key.value) === String(segment))?.value;
}

class YamlReader {
  readonly #source: string | undefined;
  readonly #lineAt: (node: unknown) => number;
  /** What each anchor stands for and how many nodes that is; `undefined` while it is being read. */
  readonly #anchors = new Map<string, { value: JsonValue; nodes: number } | undefined>();
  #nodes = 0;

  constructor(source: string | undefined, lineAt: (node: unknown) => number) {
    this.#source = source;
    this.#lineAt = lineAt;
  }

  read(node: unknown): JsonValue {
    if (isAlias(node)) return this.#alias(node.source, node);
    if (++this.#nodes > MAX_NODES) throw this.#tooMany(node);
    const anchor = (node as { anchor?: string } | null)?.anchor;
    if (anchor === undefined) return this.#plain(node);
    const before = this.#nodes;
    this.#anchors.set(anchor, undefined);
    const value = this.#plain(node);
    this.#anchors.set(anchor, { value, nodes: this.#nodes - before + 1 });
    return value;
  }

  #plain(node: unknown): JsonValue {
    if (isMap(node)) return this.#map(node.items);
    if (isSeq(node)) return node.items.map((item) => this.read(item));
    if (isScalar(node)) return this.#scalar(node.value, node.source, node);
    return null;
  }

  #map(pairs: readonly Pair[]): JsonObject {
    const object: JsonObject = {};
    const merged: JsonValue[] = [];
    for (const { key, value } of pairs) {
      const name = this.read(key);
      if (name === '<<' && isScalar(key) && key.type === 'PLAIN') {
        merged.push(this.read(value));
        continue;
      }
      if (typeof name === 'object' && name !== null) throw this.#fault('a key must be a plain value', key);
      const text = `${name}`;
      if (Object.hasOwn(object, text)) throw this.#fault(`the key ${JSON.stringify(text)} stands here twice`, key);
      setKey(object, text, this.read(value));
    }
    for (const from of merged.flat()) {
      if (!isJsonObject(from)) throw this.#fault('"<<" takes an object or a list of objects', pairs[0]?.key);
      for (const [key, value] of Object.entries(from)) if (!Object.hasOwn(object, key)) setKey(object, key, value);
    }
    return object;
  }

  #scalar(value: unknown, token: string | undefined, node: unknown): JsonValue {
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw this.#fault('JSON has no infinite numbers and no NaN', node);
      if (Number.isSafeInteger(value) || !Number.isInteger(value) || token === undefined) return value;
      return exactNumber(token.replaceAll('_', '').replace(/^\+/, ''));
    }
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
    return token ?? null;
  }

  #alias(anchor: string, node: unknown): JsonValue {
    if (!this.#anchors.has(anchor)) throw this.#fault(`the alias *${anchor} has no anchor before it`, node);
    const target = this.#anchors.get(anchor);
    if (target === undefined) throw this.#fault(`the anchor &${anchor} contains itself`, node);
    this.#nodes += target.nodes;
    if (this.#nodes > MAX_NODES) throw this.#tooMany(node);
    return target.value;
  }

  #tooMany(node: unknown): CrdError {
    const text = `the document has more than ${MAX_NODES} values once its aliases are written out`;
    return new CrdError('CRD_TOO_LARGE', text, { source: this.#source, line: this.#lineAt(node) });
  }

  #fault(text: string, node: unknown): CrdError {
    return new CrdError('CRD_SYNTAX', `not valid YAML: ${text}`, { source: this.#source, line: this.#lineAt(node) });
  }
}
