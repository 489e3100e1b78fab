/** What a Go server says of a text that is no JSON: the first byte that cannot stand where it stands. */
export function jsonComplaint(text: Buffer): string {
  try {
    new Scan(text).whole();
  } catch (error) {
    if (error instanceof Complaint) return error.message;
    throw error;
  }
  return 'unexpected end of JSON input';
}

class Complaint extends Error {}

const SPACE = new Set([0x20, 0x09, 0x0a, 0x0d]);
const DIGIT = /[0-9]/;
const MIDDLE = /^in literal|numeric literal$|escape/;
const LITERALS: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };

class Scan {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  whole(): void {
    this.#value();
    if (this.#skipped() !== undefined) this.#refuse('after top-level value');
  }

  #value(): void {
    const begin = this.#skipped();
    if (begin === '{') return this.#members();
    if (begin === '[') return this.#items();
    if (begin === '"') return this.#string();
    if (begin === '-' || (begin !== undefined && DIGIT.test(begin))) return this.#number();
    const literal = begin === undefined ? undefined : LITERALS[begin];
    if (literal === undefined) this.#refuse('looking for beginning of value');
    else this.#literal(literal);
  }

  #members(): void {
    this.#at++;
    if (this.#skipped() === '}') return void this.#at++;
    for (;;) {
      if (this.#skipped() !== '"') this.#refuse('looking for beginning of object key string');
      this.#string();
      if (this.#skipped() !== ':') this.#refuse('after object key');
      this.#at++;
      this.#value();
      const next = this.#skipped();
      if (next !== ',' && next !== '}') this.#refuse('after object key:value pair');
      this.#at++;
      if (next === '}') return;
    }
  }

  #items(): void {
    this.#at++;
    if (this.#skipped() === ']') return void this.#at++;
    for (;;) {
      this.#value();
      const next = this.#skipped();
      if (next !== ',' && next !== ']') this.#refuse('after array element');
      this.#at++;
      if (next === ']') return;
    }
  }

  #string(): void {
    this.#at++;
    for (;;) {
      const next = this.#peek();
      if (next === undefined || next < '\x20') this.#refuse('in string literal');
      this.#at++;
      if (next === '"') return;
      if (next === '\\') this.#escape();
    }
  }

  #escape(): void {
    const code = this.#peek() ?? '';
    if (!/["\\/bfnrtu]/.test(code)) this.#refuse('in string escape code');
    this.#at++;
    for (let left = code === 'u' ? 4 : 0; left > 0; left--) {
      if (!/[0-9a-fA-F]/.test(this.#peek() ?? '')) this.#refuse('in \\u hexadecimal character escape');
      this.#at++;
    }
  }

  #number(): void {
    if (this.#peek() === '-') this.#at++;
    if (this.#peek() === '0') this.#at++;
    else this.#digits('in numeric literal');
    if (this.#peek() === '.') {
      this.#at++;
      this.#digits('after decimal point in numeric literal');
    }
    if (!/[eE]/.test(this.#peek() ?? '')) return;
    this.#at++;
    if (/[-+]/.test(this.#peek() ?? '')) this.#at++;
    this.#digits('in exponent of numeric literal');
  }

  #digits(where: string): void {
    if (!DIGIT.test(this.#peek() ?? '')) this.#refuse(where);
    while (DIGIT.test(this.#peek() ?? '')) this.#at++;
  }

  #literal(literal: string): void {
    for (const letter of literal) {
      if (this.#peek() !== letter) this.#refuse(`in literal ${literal} (expecting '${letter}')`);
      this.#at++;
    }
  }

  #skipped(): string | undefined {
    while (SPACE.has(this.#bytes[this.#at] ?? 0)) this.#at++;
    return this.#peek();
  }

  /** One byte, as the character of its number. */
  #peek(): string | undefined {
    const byte = this.#bytes[this.#at];
    return byte === undefined ? undefined : String.fromCharCode(byte);
  }

  #refuse(where: string): never {
    // What ends in the middle of a word or number is read as if a space came next.
    const found = this.#peek() ?? (MIDDLE.test(where) ? ' ' : undefined);
    throw new Complaint(
      found === undefined ? 'unexpected end of JSON input' : `invalid character ${quoted(found)} ${where}`,
    );
  }
}

const SHORT: Readonly<Record<string, string>> = {
  "'": "\\'",
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};

function quoted(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16);
  const isHidden = code < 0x20 || (code >= 0x7f && code <= 0xa0) || code === 0xad;
  const shown = isHidden ? (code < 0x80 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`) : character;
  return `'${SHORT[character] ?? shown}'`;
}
