import { BytePieces, MAX_OBJECT_BYTES } from './byte-pieces.ts';

const NEWLINE = 0x0a;

/**
 * Splits a stream into lines.
 *
 * It works on bytes, before any decoding: a chunk may end inside a UTF-8 character, and no byte of
 * such a character can be mistaken for a newline.
 */
export class LineSplitter {
  readonly #pieces: BytePieces;

  constructor({ maxLineBytes = MAX_OBJECT_BYTES }: { maxLineBytes?: number } = {}) {
    this.#pieces = new BytePieces(maxLineBytes);
  }

  /** Whether the stream so far ends inside a line. */
  get isInsideLine(): boolean {
    return !this.#pieces.isEmpty;
  }

  /** The lines that this chunk ends, without their newline; empty lines are left out. */
  *push(chunk: Uint8Array): Generator<Uint8Array, void, undefined> {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#pieces.add(chunk.subarray(start, end));
      start = end + 1;
      if (!this.#pieces.isEmpty) yield this.#pieces.take();
    }
    this.#pieces.add(chunk.subarray(start));
  }
}
