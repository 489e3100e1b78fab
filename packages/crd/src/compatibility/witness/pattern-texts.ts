/** A pattern as far as texts can be made from it. */
type Part =
  | { readonly kind: 'one'; readonly choices: readonly string[] }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Part[] }
  | { readonly kind: 'repeat'; readonly part: Part; readonly least: number; readonly most: number };

const EMPTY: Part = { kind: 'all', parts: [] };
/** What a class or a dot may stand for, the plainest first. */
const PALETTE: readonly string[] = 'ab0A1xz9-._/: @+é#,;<\t'.split('');
const TURNS = 4;
/** Longer texts are no help to a reader. */
const LONGEST = 2_000;
const DEEPEST = 50;

/**
 * Texts that a pattern seems to take, of the shortest lengths and of about those that are asked for. A pattern that is
 * beyond this reader gives none. Without promise: the engine judges them, with RE2.
 */
export function textsOf(pattern: string, lengths: readonly number[]): string[] {
  let part: Part;
  try {
    part = new PatternReader(pattern).read();
  } catch (error) {
    if (error instanceof Unread) return [];
    throw error;
  }
  const texts: string[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    const shortest = write(part, turn, { left: 0 });
    const extras = [0, 1, 2, ...lengths.map((length) => length - shortest.length)];
    for (const extra of extras) {
      if (extra >= 0 && shortest.length + extra <= LONGEST) texts.push(write(part, turn, { left: extra }));
    }
  }
  return [...new Set(texts)];
}

/** The first repetitions take what is left of the extra length, so that it is spent once. */
function write(part: Part, turn: number, extra: { left: number }): string {
  switch (part.kind) {
    case 'one':
      return part.choices[turn % part.choices.length] ?? '';
    case 'all':
      return part.parts.map((one) => write(one, turn, extra)).join('');
    case 'any': {
      const chosen = part.parts[turn % part.parts.length];
      return chosen === undefined ? '' : write(chosen, turn, extra);
    }
    default: {
      const more = Math.min(extra.left, part.most - part.least);
      extra.left -= more;
      let text = '';
      for (let count = part.least + more; count > 0 && text.length <= LONGEST; count--) {
        text += write(part.part, turn, extra);
      }
      return text;
    }
  }
}

class Unread extends Error {}

/** Reads the syntax of RE2, without what stands for no text. */
class PatternReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Part {
    const part = this.#either();
    if (this.#at < this.#text.length) throw new Unread();
    return part;
  }

  #either(): Part {
    if (++this.#depth > DEEPEST) throw new Unread();
    const parts = [this.#row()];
    while (this.#takes('|')) parts.push(this.#row());
    this.#depth--;
    return parts.length === 1 ? (parts[0] ?? EMPTY) : { kind: 'any', parts };
  }

  #row(): Part {
    const parts: Part[] = [];
    while (this.#at < this.#text.length && !'|)'.includes(this.#peek())) parts.push(this.#repeated(this.#single()));
    return { kind: 'all', parts };
  }

  #repeated(part: Part): Part {
    const counts = this.#match(/^(?:[*+?]|\{(\d+)(,(\d*))?\})\??/);
    if (counts === null) return part;
    const [text, least, range, most] = counts;
    if (text.startsWith('*')) return { kind: 'repeat', part, least: 0, most: LONGEST };
    if (text.startsWith('+')) return { kind: 'repeat', part, least: 1, most: LONGEST };
    if (text.startsWith('?')) return { kind: 'repeat', part, least: 0, most: 1 };
    const from = Number(least);
    const to = range === undefined ? from : most === '' || most === undefined ? LONGEST : Number(most);
    return { kind: 'repeat', part, least: from, most: Math.max(from, to) };
  }

  #single(): Part {
    if (this.#match(/^(?:[\^$]|\\[AzbB]|\(\?[a-zA-Z]+\))/) !== null) return EMPTY;
    if (this.#match(/^\((?:\?(?:P?<\w+>|[a-zA-Z]*:))?(?!\?)/) !== null) {
      const part = this.#either();
      if (!this.#takes(')')) throw new Unread();
      return part;
    }
    const set = this.#match(/^(?:\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]|\\[dDwWsS]|\\[pP](?:\{\^?\w+\}|\w)|\.)/);
    if (set !== null) return { kind: 'one', choices: membersOf(set[0]) };
    const escaped = this.#match(/^\\([^a-zA-Z0-9])/);
    if (escaped !== null) return { kind: 'one', choices: [escaped[1] ?? ''] };
    const special = this.#match(/^\\([tnrfv])/);
    if (special !== null)
      return { kind: 'one', choices: [{ t: '\t', n: '\n', r: '\r', f: '\f' }[special[1] ?? ''] ?? '\v'] };
    const plain = this.#match(/^[^\\()[\]{}*+?|]/u) ?? this.#match(/^[\]{}]/);
    if (plain === null) throw new Unread();
    return { kind: 'one', choices: [plain[0]] };
  }

  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  #takes(character: string): boolean {
    const isThere = this.#peek() === character;
    if (isThere) this.#at++;
    return isThere;
  }

  #match(shape: RegExp): RegExpExecArray | null {
    const found = shape.exec(this.#text.slice(this.#at));
    this.#at += found?.[0].length ?? 0;
    return found;
  }
}

const POSIX: Readonly<Record<string, string>> = {
  '[:alnum:]': 'a-zA-Z0-9',
  '[:alpha:]': 'a-zA-Z',
  '[:digit:]': '0-9',
  '[:lower:]': 'a-z',
  '[:upper:]': 'A-Z',
  '[:space:]': '\\s',
  '[:word:]': '\\w',
  '[:xdigit:]': '0-9a-fA-F',
};

function membersOf(set: string): readonly string[] {
  const known = set
    .replace(/^\[(\^?)\]/, String.raw`[$1\]`)
    .replaceAll(/\[:\w+:\]/g, (name) => POSIX[name] ?? 'a')
    .replaceAll(/\\([pP])(\w)/g, '\\$1{$2}');
  let isMember: RegExp;
  try {
    isMember = new RegExp(`^${known}$`, 'u');
  } catch {
    throw new Unread();
  }
  const members = [...new Set([...PALETTE, ...set.split('')])].filter((character) => isMember.test(character));
  if (members.length === 0) throw new Unread();
  return members;
}
