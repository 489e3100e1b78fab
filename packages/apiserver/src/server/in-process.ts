import { IncomingMessage, type OutgoingHttpHeaders, type RequestListener, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

interface HttpRequest {
  readonly method: string;
  /** Path with query. */
  readonly path: string;
  /** Name and value alternate. */
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal;
}

interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Uint8Array>;
}

/** From a request to its answer, as the `fetch` of @slipway/kube's clients. */
export type InProcessFetch = (request: HttpRequest) => Promise<HttpAnswer>;

/** How much a reader may leave unread before a writer is asked to wait. */
const HIGH_WATER_BYTES = 64 * 1024;

/**
 * The way to a cluster from its own process: what a socket would carry, without one. A request takes the same way
 * through the server as one from the network, and is cut as one is when the cluster restarts.
 */
export class InProcess {
  readonly #onRequest: RequestListener;
  readonly #open = new Set<MemoryResponse>();
  #isOpen = false;

  constructor(onRequest: RequestListener) {
    this.#onRequest = onRequest;
  }

  open(): void {
    this.#isOpen = true;
  }

  /** Cuts every exchange; requests are refused from now on. */
  close(): void {
    this.#isOpen = false;
    for (const response of this.#open) response.destroy();
  }

  readonly fetch: InProcessFetch = (request) =>
    new Promise((resolve, reject) => {
      // In a turn of its own, as what a socket brings: a burst of requests must not keep timers and sockets waiting.
      setImmediate(() => {
        if (!this.#isOpen) return reject(failure('ECONNREFUSED', 'the cluster does not listen'));
        if (request.signal.aborted) return reject(failure('ABORT_ERR', 'the request was given up'));
        const message = new MemoryRequest(request);
        const response = new MemoryResponse(message, { resolve, reject });
        this.#open.add(response);
        const giveUp = (): void => void response.destroy();
        request.signal.addEventListener('abort', giveUp, { once: true });
        response.once('close', () => {
          this.#open.delete(response);
          request.signal.removeEventListener('abort', giveUp);
        });
        this.#onRequest(message, response);
      });
    });
}

/** One for all: nothing is ever read from it or written to it. */
const NO_SOCKET = new Socket();

class MemoryRequest extends IncomingMessage {
  constructor({ method, path, headers, body }: HttpRequest) {
    super(NO_SOCKET);
    this.method = method;
    this.url = path;
    this.httpVersion = '1.1';
    this.rawHeaders = [...headers];
    this.headersDistinct = distinct(headers);
    this.headers = Object.fromEntries(
      Object.entries(this.headersDistinct).map(([name, values]) => [name, values?.join(', ')]),
    );
    if (body !== undefined) this.push(typeof body === 'string' ? Buffer.from(body) : body);
    this.push(null);
    this.complete = true;
  }

  /** All is there already. */
  override _read(): void {}
}

function distinct(headers: readonly string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (let index = 0; index < headers.length; index += 2) {
    const name = (headers[index] ?? '').toLowerCase();
    (found[name] ??= []).push(headers[index + 1] ?? '');
  }
  return found;
}

interface Waiting {
  readonly resolve: (answer: HttpAnswer) => void;
  readonly reject: (error: Error) => void;
}

/** An answer whose reader is in this process. Of Node's response it keeps the headers and the events. */
class MemoryResponse extends ServerResponse {
  readonly #waiting: Waiting;
  readonly #chunks: Uint8Array[] = [];
  #bytes = 0;
  override headersSent = false;
  #isFull = false;
  #reader: { resolve(result: IteratorResult<Uint8Array>): void; reject(error: Error): void } | undefined;

  constructor(request: IncomingMessage, waiting: Waiting) {
    super(request);
    this.#waiting = waiting;
  }

  override writeHead(status: number, ...rest: readonly unknown[]): this {
    const given = rest.at(-1);
    this.statusCode = status;
    if (typeof given === 'object' && given !== null) {
      for (const [name, value] of Object.entries(given)) this.setHeader(name, value);
    }
    this.#sendHead();
    return this;
  }

  override flushHeaders(): void {
    this.#sendHead();
  }

  override write(chunk: Uint8Array | string, ...rest: readonly unknown[]): boolean {
    if (this.destroyed || this.finished) return false;
    this.#sendHead();
    this.#push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    const done = rest.at(-1);
    if (typeof done === 'function') process.nextTick(done);
    this.#isFull = this.#bytes >= HIGH_WATER_BYTES;
    return !this.#isFull;
  }

  override end(...rest: readonly unknown[]): this {
    if (this.destroyed || this.finished) return this;
    const [chunk] = rest;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) this.write(chunk);
    this.#sendHead();
    this.finished = true;
    process.nextTick(() => this.emit('finish'));
    if (this.#reader) this.#finishReading();
    return this;
  }

  override destroy(error?: Error): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.#chunks.length = 0;
    const lost = error ?? failure('ECONNRESET', 'the connection was lost');
    this.#waiting.reject(lost);
    this.#reader?.reject(lost);
    this.#reader = undefined;
    process.nextTick(() => this.emit('close'));
    return this;
  }

  #sendHead(): void {
    if (this.headersSent) return;
    this.headersSent = true;
    this.#waiting.resolve({
      status: this.statusCode,
      headers: received(this.getHeaders()),
      body: { [Symbol.asyncIterator]: () => ({ next: () => this.#next(), return: () => this.#leave() }) },
    });
  }

  #push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const reader = this.#reader;
    this.#reader = undefined;
    if (reader) return reader.resolve({ done: false, value: chunk });
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
  }

  #next(): Promise<IteratorResult<Uint8Array>> {
    const chunk = this.#chunks.shift();
    if (chunk) {
      this.#bytes -= chunk.length;
      if (this.#isFull && this.#bytes < HIGH_WATER_BYTES) {
        this.#isFull = false;
        process.nextTick(() => this.emit('drain'));
      }
      return Promise.resolve({ done: false, value: chunk });
    }
    if (this.destroyed) return Promise.reject(failure('ECONNRESET', 'the connection was lost'));
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
      if (this.finished) this.#finishReading();
    });
  }

  #leave(): Promise<IteratorResult<Uint8Array>> {
    this.destroy();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** All was taken. */
  #finishReading(): void {
    this.#reader?.resolve({ done: true, value: undefined });
    this.#reader = undefined;
    this.destroyed = true;
    process.nextTick(() => this.emit('close'));
  }
}

/** Headers as a client of the network reads them: text, names in lower case. */
function received(headers: OutgoingHttpHeaders): HttpAnswer['headers'] {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value : value === undefined ? value : String(value),
    ]),
  );
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
