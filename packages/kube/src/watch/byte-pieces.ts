import { KubeError } from '../errors.ts';

/**
 * The longest event or list item that is read, in bytes.
 *
 * etcd refuses objects far below this, so a longer one is not from an API server, and without a limit
 * a stream that never sends a newline would fill the memory.
 */
export const MAX_OBJECT_BYTES = 16 * 1024 * 1024;

/** Collects the pieces of one object that arrives in several chunks. Pieces are not copied until it is whole. */
export class BytePieces {
  readonly #maxBytes: number;
  #pieces: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  add(piece: Uint8Array): void {
    if (piece.length === 0) return;
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) {
      throw new KubeError(
        'KUBE_BAD_EVENT',
        `The server sent more than ${this.#maxBytes} bytes without ending the object. The stream is dropped and read again.`,
      );
    }
    this.#pieces.push(piece);
  }

  /** The whole object, and an empty collection for the next. */
  take(): Uint8Array {
    const [first] = this.#pieces;
    const whole = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces, this.#bytes);
    this.#pieces = [];
    this.#bytes = 0;
    return whole;
  }
}

/** The same bytes, not a copy. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Parses one whole object. The text is in no error: it may be a Secret. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(asBuffer(bytes).toString('utf8'));
  } catch {
    throw new KubeError(
      'KUBE_BAD_EVENT',
      `The server sent an object of ${bytes.length} bytes that is not valid JSON. The stream is dropped and read again.`,
    );
  }
}
