/** How the stream speaks to the connection below it. */
export interface ByteSource {
  pause(): void;
  resume(): void;
  /** Gives the rest of the answer up and frees the socket. */
  abandon(): void;
}

// Enough to keep the parser busy while the reader works on the last chunk, little enough to hold
// for each of many watches.
const HIGH_WATER_BYTES = 64 * 1024;

interface Reader {
  resolve(result: IteratorResult<Uint8Array>): void;
  reject(error: unknown): void;
}

/**
 * The body of an answer between the connection, which pushes, and one reader, who pulls. A slow
 * reader stops the connection; a reader that leaves frees it.
 */
export class ByteStream implements AsyncIterableIterator<Uint8Array> {
  readonly #source: ByteSource;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  #isPaused = false;
  #end: { readonly error?: unknown } | undefined;
  readonly #onEnd: (() => void)[] = [];
  #reader: Reader | undefined;
  #explain = (error: unknown): unknown => error;

  constructor(source: ByteSource) {
    this.#source = source;
  }

  push(chunk: Uint8Array): void {
    if (this.#end) return;
    if (this.#reader) return this.#settle((reader) => reader.resolve({ done: false, value: chunk }));
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    if (this.#bytes >= HIGH_WATER_BYTES && !this.#isPaused) {
      this.#isPaused = true;
      this.#source.pause();
    }
  }

  /** From now on the reader sees errors as `explain` words them. */
  explainErrors(explain: (error: unknown) => unknown): void {
    this.#explain = explain;
  }

  /** Calls `fn` once the connection has nothing more to give, however that came; at once if it has not. */
  onEnd(fn: () => void): void {
    if (this.#end) fn();
    else this.#onEnd.push(fn);
  }

  /** The last chunk was pushed. Chunks still held are read first. */
  finish(): void {
    this.#close({});
    this.#settle((reader) => reader.resolve({ done: true, value: undefined }));
  }

  /** The rest will not come. `discard` also drops what was not read: the reader wants no more. */
  fail(error: unknown, discard = false): void {
    if (discard) this.#chunks.length = 0;
    this.#close({ error });
    this.#settle((reader) => reader.reject(this.#explain(error)));
  }

  /** Ends the stream early, as if the server had: what is held is still read, the socket is freed. */
  cut(): void {
    if (this.#end) return;
    this.finish();
    this.#source.abandon();
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#bytes -= chunk.length;
      return { done: false, value: chunk };
    }
    if (this.#end) {
      if ('error' in this.#end) throw this.#explain(this.#end.error);
      return { done: true, value: undefined };
    }
    if (this.#reader) throw new Error('The body of an answer has one reader.');
    const next = new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
    if (this.#isPaused) {
      this.#isPaused = false;
      this.#source.resume();
    }
    return next;
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    this.#chunks.length = 0;
    this.cut();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #close(end: { readonly error?: unknown }): void {
    if (this.#end) return;
    this.#end = end;
    for (const fn of this.#onEnd.splice(0)) fn();
  }

  #settle(how: (reader: Reader) => void): void {
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) how(reader);
  }
}
