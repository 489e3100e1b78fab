/**
 * JSON as Kubernetes has it. An integer outside ±2^53 that fits int64 is a `bigint`, so that it
 * survives reading and writing; every other number is a `number`.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own key; plain assignment of `__proto__` would replace the prototype instead. */
export function setKey(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** A number from its digits, as the API server would hold it: int64 where it fits, else float64. */
export function exactNumber(token: string): number | bigint {
  const near = Number(token);
  if (Number.isSafeInteger(near) || !/^-?\d+$/.test(token)) return near;
  const exact = BigInt(token);
  return exact >= MIN_INT64 && exact <= MAX_INT64 ? exact : near;
}

/**
 * Reads JSON without losing digits of large integers. Text without a long digit run goes through the
 * engine's own parser; only the rest pays for this one.
 *
 * Throws a SyntaxError like `JSON.parse`.
 */
export function parseJson(text: string): JsonValue {
  return /\d{16}/.test(text) ? new JsonReader(text).document() : (JSON.parse(text) as JsonValue);
}

/** The counterpart of `parseJson`: bigints become plain digits. */
export function stringifyJson(value: JsonValue): string {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'object': {
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`;
      const members = Object.keys(value).map(
        (key) => `${JSON.stringify(key)}:${stringifyJson(value[key] as JsonValue)}`,
      );
      return `{${members.join(',')}}`;
    }
    default:
      return JSON.stringify(value);
  }
}

class JsonReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): JsonValue {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw this.#unexpected();
    return value;
  }

  #value(): JsonValue {
    this.#space();
    switch (this.#text[this.#at]) {
      case '{':
        return this.#object();
      case '[':
        return this.#array();
      case '"':
        return this.#string();
      case 't':
        return this.#word('true', true);
      case 'f':
        return this.#word('false', false);
      case 'n':
        return this.#word('null', null);
      default:
        return this.#number();
    }
  }

  #object(): JsonObject {
    const object: JsonObject = {};
    this.#at++;
    if (this.#take('}')) return object;
    do {
      this.#space();
      if (this.#text[this.#at] !== '"') throw this.#unexpected();
      const key = this.#string();
      if (!this.#take(':')) throw this.#unexpected();
      setKey(object, key, this.#value());
    } while (this.#take(','));
    if (!this.#take('}')) throw this.#unexpected();
    return object;
  }

  #array(): JsonValue[] {
    const items: JsonValue[] = [];
    this.#at++;
    if (this.#take(']')) return items;
    do items.push(this.#value());
    while (this.#take(','));
    if (!this.#take(']')) throw this.#unexpected();
    return items;
  }

  #string(): string {
    let end = this.#at + 1;
    while (end < this.#text.length && this.#text[end] !== '"') end += this.#text[end] === '\\' ? 2 : 1;
    const token = this.#text.slice(this.#at, end + 1);
    this.#at = end + 1;
    return JSON.parse(token) as string;
  }

  #number(): number | bigint {
    const pattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    if (token === undefined) throw this.#unexpected();
    this.#at += token.length;
    return exactNumber(token);
  }

  #word<T extends JsonValue>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) throw this.#unexpected();
    this.#at += word.length;
    return value;
  }

  #take(mark: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== mark) return false;
    this.#at++;
    return true;
  }

  #space(): void {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return;
    }
  }

  #unexpected(): SyntaxError {
    const found = this.#text[this.#at];
    const what = found === undefined ? 'end of text' : `token ${JSON.stringify(found)}`;
    return new SyntaxError(`Unexpected ${what} in JSON at position ${this.#at}`);
  }
}
