type Value = string | boolean | null | Value[] | { [key: string]: Value };

interface Line {
  readonly indent: number;
  readonly content: string;
}

class NotPlain extends Error {}

const KEY = /^([A-Za-z][\w./-]*):(?: +(.*))?$/;
/** May be no number and no word of another notation of YAML; neither may a quoted text have an escape. */
const PLAIN = /^-{0,2}[A-Za-z/][\w./:@+=,-]*$/;
const QUOTED = /^(?:"[^"\\]*"|'[^']*')$/;
const WORDS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['true', true],
  ['false', false],
  ['null', null],
]);
const DEEPEST = 50;

/**
 * Reads the YAML that tools write into kubeconfigs: block maps and lists of plain and quoted text. Undefined for
 * everything else, right or wrong: that is for the library, whose hundred files take longer to load than a request.
 */
export function readPlainYaml(text: string): Value | undefined {
  try {
    return new PlainYaml(text).document();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

class PlainYaml {
  readonly #lines: Line[];
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    // Anything but printable ASCII has rules of its own.
    if (/[^ -~\n]/.test(text)) throw new NotPlain();
    this.#lines = text.split('\n').flatMap((line) => {
      const content = line.trimStart();
      return content === '' || content.startsWith('#') ? [] : [{ indent: line.length - content.length, content }];
    });
  }

  document(): Value {
    const first = this.#here();
    if (!first) throw new NotPlain();
    const value = this.#block(first.indent);
    if (this.#here()) throw new NotPlain();
    return value;
  }

  #here(): Line | undefined {
    return this.#lines[this.#at];
  }

  #block(indent: number): Value {
    if (++this.#depth > DEEPEST) throw new NotPlain();
    const value = this.#isItem(indent) ? this.#list(indent) : this.#map(indent);
    // What goes on deeper belongs to a text of several lines.
    if ((this.#here()?.indent ?? -1) > indent) throw new NotPlain();
    this.#depth--;
    return value;
  }

  #isItem(indent: number): boolean {
    const line = this.#here();
    return line?.indent === indent && line.content.startsWith('- ');
  }

  #list(indent: number): Value[] {
    const items: Value[] = [];
    while (this.#isItem(indent)) {
      const { content } = this.#here() as Line;
      const rest = content.slice(1).trimStart();
      if (KEY.test(rest)) {
        const inner = indent + content.length - rest.length;
        // The rest of the line begins a map, as if it stood on a line of its own.
        this.#lines[this.#at] = { indent: inner, content: rest };
        items.push(this.#block(inner));
      } else {
        this.#at++;
        items.push(scalar(rest));
      }
    }
    return items;
  }

  #map(indent: number): Value {
    const map: { [key: string]: Value } = {};
    for (let line = this.#here(); line?.indent === indent && !this.#isItem(indent); line = this.#here()) {
      const [, key = '', rest = ''] = KEY.exec(line.content) ?? [];
      if (key === '' || Object.hasOwn(map, key)) throw new NotPlain();
      this.#at++;
      map[key] = rest === '' ? this.#below(indent) : scalar(rest);
    }
    return map;
  }

  /** A value on the lines after its key; a list may stand as far left as the key does. */
  #below(indent: number): Value {
    const next = this.#here();
    if (next && next.indent > indent) return this.#block(next.indent);
    return this.#isItem(indent) ? this.#list(indent) : null;
  }
}

function scalar(text: string): Value {
  if (text === '{}') return {};
  if (text === '[]') return [];
  if (QUOTED.test(text)) return text.slice(1, -1);
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (!PLAIN.test(text) || text.endsWith(':') || WORDS.has(text.toLowerCase())) throw new NotPlain();
  return text;
}
