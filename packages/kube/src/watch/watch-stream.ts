import type { Clock } from '@slipway/apimachinery/clock';
import { KubeError, type StatusBody } from '../errors.ts';
import type { AnyObject } from '../kinds/index.ts';
import type { KubeRequest, Transport } from '../transport/index.ts';
import { LineSplitter } from './json-lines.ts';
import { type LinkedAbort, linkedAbort } from './linked-abort.ts';
import { METADATA_OF_EVENT, type NeedsManagedFields, parseObject } from './managed-fields.ts';
import { endOfError, endOfErrorEvent, type StreamEnd } from './stream-end.ts';
import type { Trace, WatchTrace } from './tracing.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  readonly object: AnyObject;
}

export interface WatchStreamOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly request: KubeRequest;
  readonly signal: AbortSignal;
  /** How long the stream may be silent, in milliseconds, asked anew each time it was silent for that long. */
  readonly idleMs: () => number;
  /** When the client ends the stream itself, in milliseconds after the request. */
  readonly hardEndMs: number;
  readonly needsManagedFields: NeedsManagedFields | undefined;
  readonly trace: Trace<WatchTrace>;
  /** The server has accepted the watch. */
  readonly onOpen: () => void;
  /** Bytes have arrived, whether or not they end an event. */
  readonly onBytes: () => void;
}

/**
 * One watch request: its events in order, then why it ended.
 *
 * The next chunk is asked for only when all events of this one have been taken, so a slow consumer holds
 * the server's stream back instead of filling the memory. `events` fails only when `signal` fires;
 * every other end is a value, for the table of R-27 to judge.
 */
export class WatchStream {
  readonly #options: WatchStreamOptions;
  readonly #lines = new LineSplitter();
  readonly #abort: LinkedAbort;
  #expired: 'idle' | 'hard-end' | undefined;
  #openedAt: number | undefined;
  #lastByteAt: number;
  #bytes = 0;
  #end: StreamEnd | undefined;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
    this.#abort = linkedAbort(options.signal);
    this.#lastByteAt = options.clock.now();
  }

  /** Why the stream ended. Known once `events` has come to its end. */
  get end(): StreamEnd {
    if (this.#end === undefined) throw new Error('The end of a watch was asked for while it is open.');
    return this.#end;
  }

  async *events(): AsyncGenerator<WatchEvent, void, undefined> {
    const { clock, hardEndMs, idleMs, trace } = this.#options;
    // One timer that looks at the time of the last byte, rather than a new timer for each chunk.
    const checkIdle = (): void => {
      const leftMs = this.#lastByteAt + idleMs() - clock.now();
      if (leftMs <= 0) this.#expire('idle');
      else idle = clock.timer(leftMs, checkIdle);
    };
    let idle = clock.timer(idleMs(), checkIdle);
    const hardEnd = clock.timer(hardEndMs, () => this.#expire('hard-end'));
    try {
      for await (const chunk of this.#chunks()) {
        for (const event of this.#read(chunk)) {
          trace.payload.events++;
          yield event;
        }
        if (this.#end !== undefined) return;
      }
    } finally {
      idle.cancel();
      hardEnd.cancel();
      this.#abort.release();
      trace.end(this.#end?.cause ?? 'stopped');
    }
  }

  /** The body of the answer. Ends with `#end` set, or fails with the caller's abort. */
  async *#chunks(): AsyncGenerator<Uint8Array, void, undefined> {
    const { transport, clock, request, signal, onOpen, onBytes } = this.#options;
    try {
      const answer = await transport.stream({ ...request, signal: this.#abort.signal });
      this.#openedAt = this.#lastByteAt = clock.now();
      onOpen();
      for await (const chunk of answer.body) {
        this.#bytes += chunk.length;
        onBytes();
        this.#lastByteAt = clock.now();
        yield chunk;
        // The time that the consumer took was not silence of the server.
        this.#lastByteAt = clock.now();
      }
      // An aborted body may end instead of failing.
      this.#abort.signal.throwIfAborted();
      this.#end = { cause: 'closed', openMs: this.#openMs, midLine: this.#lines.isInsideLine };
    } catch (error) {
      signal.throwIfAborted();
      this.#end = this.#endOf(error);
    }
  }

  /** The events that a chunk completes, up to one that ends the stream: an ERROR, or one that cannot be read. */
  *#read(chunk: Uint8Array): Generator<WatchEvent, void, undefined> {
    const lines = this.#lines.push(chunk);
    for (;;) {
      let event: { type?: unknown; object?: unknown } | null;
      try {
        const line = lines.next();
        if (line.done) return;
        event = parseObject(line.value, METADATA_OF_EVENT, this.#options.needsManagedFields) as typeof event;
        if (event?.type !== 'ERROR') assertWatchEvent(event);
      } catch (error) {
        this.#end = this.#endOf(error);
        return;
      }
      if (event?.type === 'ERROR') {
        this.#end = endOfErrorEvent(event.object as StatusBody | undefined, this.#openMs);
        return;
      }
      yield event as WatchEvent;
    }
  }

  #expire(why: 'idle' | 'hard-end'): void {
    this.#expired = why;
    this.#abort.abort();
  }

  get #openMs(): number {
    return this.#openedAt === undefined ? 0 : this.#options.clock.now() - this.#openedAt;
  }

  #endOf(error: unknown): StreamEnd {
    const openMs = this.#openMs;
    if (this.#expired === 'idle') return { cause: 'idle', openMs, bytes: this.#bytes };
    if (this.#expired === 'hard-end') return { cause: 'hard-end', openMs };
    return endOfError(error, openMs);
  }
}

const EVENT_TYPES: ReadonlySet<unknown> = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK']);

function assertWatchEvent(event: { type?: unknown; object?: unknown } | null): void {
  const metadata = (event?.object as AnyObject | null | undefined)?.metadata;
  const isNamed = event?.type === 'BOOKMARK' || typeof metadata?.name === 'string';
  if (EVENT_TYPES.has(event?.type) && isNamed && typeof metadata?.resourceVersion === 'string') return;
  throw new KubeError(
    'KUBE_BAD_EVENT',
    'The server sent a watch event of unknown type, or without a name or resource version. The collection is read again.',
  );
}
