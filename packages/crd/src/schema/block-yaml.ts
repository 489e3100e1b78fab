import { type JsonObject, type JsonValue, setKey } from './json.ts';
import { foldQuoted, isEscaped, NotBlockYaml, readBlockText, trimSpaces, unescape } from './yaml-text.ts';

/** Tabs, control characters, other line ends and byte order marks: rare, and each has rules of its own. */
const STRANGE = /[^\P{Cc}\n]|[\u2028\u2029\ufeff]/u;

/** What stands before the colon; anything else that YAML allows is rare. */
const PLAIN_KEY = /[\w$./][\w$./:-]{0,999}?:(?=[ \n])/y;
/** What plain text may begin with. YAML allows more where it depends on what follows. */
const PLAIN_START = /[\w^$(./\\<=;~+]|-(?![ \n])/y;
const PLAIN_WORDS = /\[((?: *[A-Za-z][\w.-]*,)* *[A-Za-z][\w.-]*) *\]/y;
const EMPTY_FLOW = /\{\}|\[\]/y;
const LINE_REST = / *\n| +#/y;

export type Scalar = string | number | bigint | boolean | null;

/** May be a number in one of the many notations of YAML 1.1. */
const MAYBE_NUMBER = /^(?:[-+.\d]|[eE][-+]?\d)[\w.+-]*$/;
const PLAIN_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;

const WORDS: ReadonlyMap<string, Scalar> = new Map([
  ...['~', 'null', 'Null', 'NULL'].map((word) => [word, null] as const),
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map((word) => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map((word) => [word, false] as const),
]);
const LONGEST_WORD = 5;

/** Below the limits of the full reader: a value takes at least one character. */
const MAX_DOCUMENT_CHARACTERS = 2_000_000;
const MAX_DEPTH = 100;

const [SPACE, NEWLINE, HASH, DASH] = [0x20, 0x0a, 0x23, 0x2d];

/**
 * Reads the YAML that generators and kubectl write: block mappings and lists, scalars of all styles, empty
 * flow collections, comments. Undefined for everything else, be it rare or wrong: whoever gets that reads
 * the text with a full parser, which also knows what to say about faults.
 *
 * @param resolve what a plain scalar means that may be a number
 */
export function readBlockYaml(text: string, resolve: (scalar: string) => Scalar): JsonValue[] | undefined {
  if (STRANGE.test(text)) return undefined;
  try {
    return new BlockReader(text.endsWith('\n') ? text : `${text}\n`, resolve).documents();
  } catch (error) {
    if (error instanceof NotBlockYaml) return undefined;
    throw error;
  }
}

/** Stands at a line with content: `#at` is where reading goes on, `#end` its line break. */
class BlockReader {
  readonly #text: string;
  readonly #resolve: (scalar: string) => Scalar;
  readonly #resolved = new Map<string, Scalar>();
  #at = 0;
  #end = -1;
  /** Column of the node that is read; -1 at the end of a document. */
  #indent = -1;
  #hasMore = true;
  /** What was passed over before this line. */
  #blankLines = 0;
  #hasComment = false;
  #depth = 0;

  constructor(text: string, resolve: (scalar: string) => Scalar) {
    this.#text = text;
    this.#resolve = resolve;
  }

  documents(): JsonValue[] {
    const values: JsonValue[] = [];
    while (this.#hasMore) {
      const start = this.#end;
      this.#hasMore = false;
      this.#nextLine();
      if (this.#indent === -1) continue;
      values.push(this.#block());
      if (this.#indent !== -1 || this.#end - start > MAX_DOCUMENT_CHARACTERS) throw new NotBlockYaml();
    }
    return values;
  }

  #nextLine(): void {
    const text = this.#text;
    this.#blankLines = 0;
    this.#hasComment = false;
    for (let start = this.#end + 1; start < text.length; start = this.#end + 1) {
      const at = this.#skipSpaces(start);
      this.#end = text.indexOf('\n', at);
      const first = text.charCodeAt(at);
      if (first === NEWLINE) this.#blankLines++;
      else if (first === HASH) this.#hasComment = true;
      else {
        this.#at = at;
        this.#indent = at - start;
        if (this.#indent === 0) this.#mark();
        return;
      }
    }
    this.#indent = -1;
  }

  /** `---` ends a document; whatever else may stand at the start of a line is rare. */
  #mark(): void {
    const text = this.#text;
    if (text.startsWith('---', this.#at)) {
      if (this.#skipSpaces(this.#at + 3) !== this.#end) throw new NotBlockYaml();
      this.#indent = -1;
      this.#hasMore = true;
    } else if (text.startsWith('...', this.#at)) {
      throw new NotBlockYaml();
    }
  }

  #skipSpaces(from: number): number {
    let at = from;
    while (this.#text.charCodeAt(at) === SPACE) at++;
    return at;
  }

  #matches(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    return pattern.test(this.#text);
  }

  #isItem(): boolean {
    if (this.#text.charCodeAt(this.#at) !== DASH) return false;
    const next = this.#text.charCodeAt(this.#at + 1);
    return next === SPACE || next === NEWLINE;
  }

  #block(): JsonValue {
    if (++this.#depth > MAX_DEPTH) throw new NotBlockYaml();
    const indent = this.#indent;
    const value = this.#isItem() ? this.#list(indent) : this.#map(indent);
    if (this.#indent > indent) throw new NotBlockYaml();
    this.#depth--;
    return value;
  }

  #list(indent: number): JsonValue[] {
    const items: JsonValue[] = [];
    do {
      const inner = this.#skipSpaces(this.#at + 1);
      const column = indent + inner - this.#at;
      this.#at = inner;
      if (this.#isItem() || this.#matches(PLAIN_KEY)) {
        this.#indent = column;
        items.push(this.#block());
      } else {
        items.push(this.#value(indent, false));
      }
    } while (this.#indent === indent && this.#isItem());
    return items;
  }

  #map(indent: number): JsonObject {
    const object: JsonObject = {};
    do {
      const key = this.#key();
      if (Object.hasOwn(object, key)) throw new NotBlockYaml();
      setKey(object, key, this.#value(indent, true));
    } while (this.#indent === indent);
    return object;
  }

  #key(): string {
    const start = this.#at;
    if (this.#matches(PLAIN_KEY)) {
      this.#at = PLAIN_KEY.lastIndex;
      return `${this.#scalar(this.#text.slice(start, this.#at - 1))}`;
    }
    const quote = this.#text[start];
    if (quote !== '"' && quote !== "'") throw new NotBlockYaml();
    const lineEnd = this.#end;
    const key = this.#quoted(quote, 0);
    const next = this.#text.charCodeAt(this.#at + 1);
    const isKey = this.#text[this.#at] === ':' && (next === SPACE || next === NEWLINE);
    if (!isKey || this.#end !== lineEnd || key.length > 999) throw new NotBlockYaml();
    this.#at++;
    return key;
  }

  /** What follows a key or a dash, and stands deeper than `indent`; a list in a mapping need not. */
  #value(indent: number, isInMap: boolean): JsonValue {
    this.#at = this.#skipSpaces(this.#at);
    const first = this.#text[this.#at];
    switch (first) {
      case '\n':
      case '#':
        this.#nextLine();
        return this.#indent > indent || (isInMap && this.#indent === indent && this.#isItem()) ? this.#block() : null;
      case '|':
      case '>':
        return this.#blockText(indent);
      case '"':
      case "'":
        return this.#finishLine(this.#quoted(first, indent));
      case '[':
      case '{':
        return this.#flow();
      default:
        return this.#plain(indent);
    }
  }

  /** Nothing but a comment may follow on the line. */
  #finishLine<T extends JsonValue>(value: T): T {
    if (!this.#matches(LINE_REST)) throw new NotBlockYaml();
    this.#nextLine();
    return value;
  }

  #flow(): JsonValue {
    if (this.#matches(EMPTY_FLOW)) {
      const value = this.#text[this.#at] === '[' ? [] : {};
      this.#at += 2;
      return this.#finishLine(value);
    }
    PLAIN_WORDS.lastIndex = this.#at;
    const words = PLAIN_WORDS.exec(this.#text)?.[1];
    if (words === undefined) throw new NotBlockYaml();
    this.#at = PLAIN_WORDS.lastIndex;
    return this.#finishLine(words.split(',').map((word) => this.#scalar(word.trim())));
  }

  #plain(indent: number): Scalar {
    if (!this.#matches(PLAIN_START)) throw new NotBlockYaml();
    let text = '';
    let join = '';
    let isOpen = true;
    do {
      // A comment ends the text; what follows it is a fault.
      if (!isOpen || (join !== '' && this.#hasComment)) throw new NotBlockYaml();
      const line = this.#text.slice(this.#at, this.#end);
      const comment = line.indexOf(' #');
      isOpen = comment === -1;
      const part = trimSpaces(isOpen ? line : line.slice(0, comment));
      if (part.endsWith(':') || part.includes(': ')) throw new NotBlockYaml();
      text += join + part;
      this.#nextLine();
      join = this.#blankLines === 0 ? ' ' : '\n'.repeat(this.#blankLines);
    } while (this.#indent > indent);
    return this.#scalar(text);
  }

  #scalar(text: string): Scalar {
    if (text.length <= LONGEST_WORD) {
      const word = WORDS.get(text);
      if (word !== undefined) return word;
    }
    if (!MAYBE_NUMBER.test(text)) {
      if (text === '<<') throw new NotBlockYaml();
      return text;
    }
    if (PLAIN_INTEGER.test(text)) return Number(text);
    // Alone on a line these would be marks.
    if (text.startsWith('---') || text.startsWith('...')) throw new NotBlockYaml();
    const known = this.#resolved.get(text);
    if (known !== undefined) return known;
    const value = this.#resolve(text);
    this.#resolved.set(text, value);
    return value;
  }

  /** Goes to behind the closing quote. */
  #quoted(quote: '"' | "'", indent: number): string {
    const text = this.#text;
    const start = this.#at + 1;
    let close = text.indexOf(quote, start);
    while (close !== -1 && (quote === '"' ? isEscaped(text, close) : text[close + 1] === quote)) {
      close = text.indexOf(quote, close + (quote === '"' ? 1 : 2));
    }
    if (close === -1) throw new NotBlockYaml();
    let raw = text.slice(start, close);
    if (close > this.#end) {
      raw = foldQuoted(raw, indent, quote === '"');
      this.#end = text.indexOf('\n', close);
    }
    this.#at = close + 1;
    return quote === '"' ? unescape(raw) : raw.replaceAll("''", "'");
  }

  #blockText(indent: number): string {
    const { text, end } = readBlockText(this.#text, this.#at, this.#end, indent);
    this.#end = end;
    this.#nextLine();
    return text;
  }
}
