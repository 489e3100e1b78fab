import { KubeError } from '../errors.ts';
import { BytePieces, MAX_OBJECT_BYTES, parseJsonBytes } from './byte-pieces.ts';

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
// Brackets and braces differ in this bit alone; setting it makes one comparison of two.
const BRACE_BIT = 0x20;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const ITEMS_KEY = Buffer.from('items');
/** The list is depth 1, the array of its items depth 2, an item depth 3. */
const ITEMS_DEPTH = 2;

/** What a list says about itself, beside its items. */
export interface ListEnvelope {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string };
}

function notObjects(): KubeError {
  return new KubeError('KUBE_BAD_RESPONSE', 'The list has items that are not objects. It is read again.');
}

/**
 * Splits the body of a list into its items while it arrives.
 *
 * A list of 50 000 objects is one JSON document; one `JSON.parse` of it would hold the event loop for
 * seconds. This finds where each item begins and ends by counting brackets outside strings, and leaves
 * the parsing of each to the caller. All that is outside of the items is kept apart and parsed once at
 * the end, so it does not matter whether `metadata` comes before or after them.
 */
export class ListSplitter {
  readonly #envelope: BytePieces;
  readonly #item: BytePieces;
  #depth = 0;
  #isInString = false;
  /** The chunk ended between a backslash and the byte that it escapes. */
  #isEscaped = false;
  #isInItems = false;
  #isInItem = false;
  /** How many bytes of `items` the current string at depth 1 has spelled; -1 once it cannot be that key. */
  #spelled = -1;
  /** How much of `"items":` was just read. A value may also be the string "items", but no colon follows it. */
  #itemsKey: 'nothing' | 'name' | 'name and colon' = 'nothing';

  constructor({ maxItemBytes = MAX_OBJECT_BYTES }: { maxItemBytes?: number } = {}) {
    this.#envelope = new BytePieces(maxItemBytes);
    this.#item = new BytePieces(maxItemBytes);
  }

  /** The items that this chunk ends, each as the bytes of one JSON object. */
  *push(chunk: Uint8Array): Generator<Uint8Array, void, undefined> {
    let at = 0;
    while (at < chunk.length) {
      const start = at;
      if (!this.#isInItems) {
        at = this.#throughEnvelope(chunk, at);
        this.#envelope.add(chunk.subarray(start, at));
      } else if (this.#isInItem) {
        at = this.#throughItem(chunk, at);
        this.#item.add(chunk.subarray(start, at));
        if (!this.#isInItem) yield this.#item.take();
      } else {
        at = this.#toNextItem(chunk, at);
      }
    }
  }

  /** What stood around the items. Fails if the body ended early. */
  finish(): ListEnvelope {
    if (this.#depth !== 0 || this.#isInString || this.#envelope.isEmpty) {
      throw new KubeError('KUBE_BAD_RESPONSE', 'The list ended before its closing bracket. It is read again.');
    }
    const envelope = parseJsonBytes(this.#envelope.take()) as { items?: unknown };
    // Items that were not recognised as such must not pass for an empty list.
    if (Array.isArray(envelope.items) ? envelope.items.length > 0 : (envelope.items ?? null) !== null) {
      throw notObjects();
    }
    return envelope as ListEnvelope;
  }

  /** To the bracket that opens the items, or to the end of the chunk. */
  #throughEnvelope(chunk: Uint8Array, start: number): number {
    let at = start;
    while (at < chunk.length) {
      if (this.#isInString) {
        const from = at;
        at = this.#throughString(chunk, at);
        this.#spell(chunk, from, at);
        continue;
      }
      const byte = chunk[at++] as number;
      if (byte === QUOTE) {
        this.#isInString = true;
        this.#spelled = this.#depth === 1 ? 0 : -1;
        this.#itemsKey = 'nothing';
      } else if (byte === COLON) {
        this.#itemsKey = this.#itemsKey === 'name' ? 'name and colon' : 'nothing';
      } else if (byte === COMMA) {
        this.#itemsKey = 'nothing';
      } else if ((byte | BRACE_BIT) === OPEN) {
        this.#depth++;
        this.#isInItems = byte === OPEN_ARRAY && this.#itemsKey === 'name and colon';
        this.#itemsKey = 'nothing';
        if (this.#isInItems) return at;
      } else if ((byte | BRACE_BIT) === CLOSE) {
        this.#depth--;
      }
    }
    return at;
  }

  /** To the bracket that opens the next item or closes the items; neither is read yet. */
  #toNextItem(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      this.#isInItem = (byte | BRACE_BIT) === OPEN;
      this.#isInItems = (byte | BRACE_BIT) !== CLOSE;
      if (this.#isInItem || !this.#isInItems) return at;
      if (byte !== COMMA && byte > SPACE) throw notObjects();
    }
    return chunk.length;
  }

  /** To the end of the item, or of the chunk. This loop sees nearly every byte: its state is in locals. */
  #throughItem(chunk: Uint8Array, start: number): number {
    const end = chunk.length;
    let at = this.#isInString ? this.#throughString(chunk, start) : start;
    let depth = this.#depth;
    while (at < end) {
      const byte = chunk[at++] as number;
      if (byte === QUOTE) {
        let inside = 0;
        while (at < end && (inside = chunk[at++] as number) !== QUOTE) if (inside === BACKSLASH) at++;
        if (inside !== QUOTE || at > end) {
          this.#isInString = true;
          this.#isEscaped = at > end;
          at = end;
        }
      } else if ((byte | BRACE_BIT) === OPEN) {
        depth++;
      } else if ((byte | BRACE_BIT) === CLOSE && --depth === ITEMS_DEPTH) {
        this.#isInItem = false;
        break;
      }
    }
    this.#depth = depth;
    return at;
  }

  /** Goes on in a string to the byte after its closing quote, or to the end of the chunk. */
  #throughString(chunk: Uint8Array, start: number): number {
    let at = this.#isEscaped ? start + 1 : start;
    this.#isEscaped = false;
    for (; at < chunk.length; at++) {
      const byte = chunk[at];
      if (byte === QUOTE) {
        this.#isInString = false;
        return at + 1;
      }
      if (byte === BACKSLASH) at++;
    }
    this.#isEscaped = at > chunk.length;
    return chunk.length;
  }

  /** Follows whether the string at depth 1 is the key `items`, across chunks. */
  #spell(chunk: Uint8Array, from: number, to: number): void {
    const end = this.#isInString ? to : to - 1;
    for (let at = from; at < end && this.#spelled >= 0; at++) {
      this.#spelled = chunk[at] === ITEMS_KEY[this.#spelled] ? this.#spelled + 1 : -1;
    }
    if (!this.#isInString && this.#spelled === ITEMS_KEY.length) this.#itemsKey = 'name';
  }
}
