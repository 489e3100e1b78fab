import type { Clock, Timer } from '@slipway/apimachinery/clock';
import type { ByteStream } from './byte-stream.ts';

/** The open watches of a transport, so that they can be moved to new connections. */
export class WatchStreams {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #moves = new Map<ByteStream, Timer | undefined>();

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  get size(): number {
    return this.#moves.size;
  }

  add(stream: ByteStream): void {
    this.#moves.set(stream, undefined);
  }

  delete(stream: ByteStream): void {
    this.#moves.get(stream)?.cancel();
    this.#moves.delete(stream);
  }

  /**
   * Ends every open watch at a random moment within `ms`, as a server does when its time is up. The
   * reader goes on from where it was, on a new connection.
   */
  moveWithin(ms: number): void {
    for (const [stream, pending] of this.#moves) {
      if (pending) continue;
      this.#moves.set(
        stream,
        this.#clock.timer(this.#random() * ms, () => stream.cut()),
      );
    }
  }
}
