const [QUOTE, BACKSLASH, COLON, COMMA] = [0x22, 0x5c, 0x3a, 0x2c];
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_ARRAY, CLOSE_ARRAY] = [0x7b, 0x7d, 0x5b, 0x5d];

// Longer strings can be neither the keys nor the values that are looked for.
const LONGEST_TEXT = 64;

/**
 * Finds `metadata.resourceVersion` of an object, a list or, in `object`, of watch events, while the
 * bytes pass by: nothing is kept, so a list of any size costs nothing but the walk.
 */
export class ResourceVersionScanner {
  /** The latest that was found. */
  last: string | undefined;
  /** Per level: the key that its current value belongs to; nothing inside an array. */
  readonly #keys: (string | undefined)[] = [];
  readonly #isObject: boolean[] = [];
  #expectsKey = false;
  #text: string | undefined;
  #isEscaped = false;

  push(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#text === undefined) this.#structure(byte);
      else this.#inString(byte, this.#text);
    }
  }

  #inString(byte: number, text: string): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#stringEnds(text);
    else if (text.length < LONGEST_TEXT) this.#text = text + String.fromCharCode(byte);
  }

  #stringEnds(text: string): void {
    this.#text = undefined;
    const keys = this.#keys;
    if (this.#expectsKey) keys[keys.length - 1] = text;
    else if (keys.at(-1) === 'resourceVersion' && keys.at(-2) === 'metadata') {
      if (keys.length === 2 || (keys.length === 3 && keys[0] === 'object')) this.last = text;
    }
  }

  #structure(byte: number): void {
    if (byte === QUOTE) this.#text = '';
    else if (byte === COLON) this.#expectsKey = false;
    else if (byte === COMMA) this.#expectsKey = this.#isObject.at(-1) ?? false;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      this.#keys.push(undefined);
      this.#isObject.push(byte === OPEN_OBJECT);
      this.#expectsKey = byte === OPEN_OBJECT;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      this.#keys.pop();
      this.#isObject.pop();
      this.#expectsKey = false;
    }
  }
}
