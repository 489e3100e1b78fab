/** What a watch writes to: a response, or anything that takes bytes and says when it is full. */
export interface ByteSink {
  /** False when the sink is full; it then calls `onDrain` once it is not. */
  write(bytes: Uint8Array): boolean;
}

const CHUNK_BYTES = 64 * 1024;

/**
 * The way out of one watch. What can be pulled (the objects at the start) is made only as fast as
 * the reader takes it; what happens later is queued, shared with all other watches, up to a limit.
 * A reader that falls behind further than that is cut: it alone pays for being slow.
 */
export class WatchOutput {
  readonly #sink: ByteSink;
  readonly #limitBytes: number;
  readonly #onOverflow: () => void;
  readonly #onFailure: (error: unknown) => void;
  #initial: Iterator<Uint8Array> | undefined;
  #queue: Uint8Array[] = [];
  #queuedBytes = 0;
  #full = false;
  #scheduled = false;
  #closed = false;

  /** `onFailure`: what is to be sent first could not be made. */
  constructor(sink: ByteSink, limitBytes: number, onOverflow: () => void, onFailure: (error: unknown) => void) {
    this.#sink = sink;
    this.#limitBytes = limitBytes;
    this.#onOverflow = onOverflow;
    this.#onFailure = onFailure;
  }

  /** Sends these first, before anything that is pushed. */
  begin(initial: Iterable<Uint8Array>): void {
    this.#initial = initial[Symbol.iterator]();
    this.#schedule();
  }

  push(event: Uint8Array): void {
    if (this.#closed) return;
    // Behind is who has not taken what came before, however large this event or this burst is.
    if (this.#full && this.#queuedBytes > this.#limitBytes) return this.#onOverflow();
    this.#queue.push(event);
    this.#queuedBytes += event.length;
    this.#schedule();
  }

  onDrain(): void {
    this.#full = false;
    this.flush();
  }

  /** Writes what the sink takes. Never throws: most often no caller is there. */
  flush(): void {
    this.#scheduled = false;
    try {
      this.#write();
    } catch (error) {
      this.close();
      this.#onFailure(error);
    }
  }

  #write(): void {
    while (!this.#full && !this.#closed) {
      const chunk = this.#nextChunk();
      if (chunk === undefined) return;
      this.#full = !this.#sink.write(chunk);
    }
  }

  close(): void {
    this.#closed = true;
    this.#queue = [];
    this.#initial = undefined;
  }

  /** Once per turn of the event loop: events of the same turn leave in one write. */
  #schedule(): void {
    if (this.#scheduled || this.#full || this.#closed) return;
    this.#scheduled = true;
    setImmediate(() => this.flush());
  }

  #nextChunk(): Uint8Array | undefined {
    const parts: Uint8Array[] = [];
    let bytes = 0;
    while (this.#initial && bytes < CHUNK_BYTES) {
      const next = this.#initial.next();
      if (next.done) this.#initial = undefined;
      else {
        parts.push(next.value);
        bytes += next.value.length;
      }
    }
    if (!this.#initial && this.#queue.length > 0) {
      parts.push(...this.#queue);
      this.#queue = [];
      this.#queuedBytes = 0;
    }
    return parts.length > 1 ? Buffer.concat(parts) : parts[0];
  }
}
