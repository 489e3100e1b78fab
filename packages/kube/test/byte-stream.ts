/** A body that a test writes to while the code under test reads it. */
export class ByteStream implements AsyncIterable<Uint8Array> {
  readonly #chunks: Uint8Array[] = [];
  readonly #onEnd: () => void;
  #ended: { readonly error: unknown } | undefined;
  #wake = (): void => {};

  constructor(signal: AbortSignal | undefined, onEnd: () => void = () => {}) {
    this.#onEnd = onEnd;
    signal?.addEventListener('abort', () => this.end(signal.reason), { once: true });
  }

  send(chunk: Uint8Array): void {
    if (this.#ended === undefined) this.#chunks.push(chunk);
    this.#wake();
  }

  /** Ends it cleanly, or with an error that comes after what was sent. */
  end(error?: unknown): void {
    if (this.#ended !== undefined) return;
    this.#ended = { error };
    this.#onEnd();
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      for (;;) {
        const chunk = this.#chunks.shift();
        if (chunk !== undefined) {
          yield chunk;
        } else if (this.#ended !== undefined) {
          if (this.#ended.error !== undefined) throw this.#ended.error;
          return;
        } else {
          await new Promise<void>((resolve) => (this.#wake = resolve));
        }
      }
    } finally {
      this.end();
    }
  }
}
