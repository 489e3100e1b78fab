import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import type { Clock } from '@slipway/apimachinery/clock';
import type { Attributes } from '../authorization/index.ts';
import { ANONYMOUS, type User } from '../identity/index.ts';
import type { Failures } from '../log/index.ts';
import { StatusError } from '../status/index.ts';
import { yamlText } from '../yaml/index.ts';
import { modernWatch } from './legacy-watch.ts';
import { Warnings } from './warnings.ts';

const compress = promisify(gzip);
const GZIP_FROM_BYTES = 128 * 1024;
/** Answers from this size on stay in memory while a reader does not take them. */
const LARGE_ANSWER_BYTES = 1024 * 1024;
/** How long a reader may take for a large one: the request timeout of a real API server. */
const SLOW_READER_MS = 60_000;

/** One request and its answer. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Decoded as a whole, as a real server does: `%2f` is a slash like any other. */
  readonly path: string;
  /** As it was sent. */
  readonly rawPath: string;
  /** Whether the path could be decoded. */
  readonly isReadable: boolean;
  readonly query: URLSearchParams;
  readonly userAgent: string;
  /** What it wants, once that is known. */
  asked: Attributes | undefined;
  /** Who sent it, once that is known. */
  user: User = ANONYMOUS;
  readonly #warnings = new Warnings();
  readonly #clock: Pick<Clock, 'timer'>;
  readonly #onStatus: (status: number) => void;
  readonly #failures: Failures;
  /** The connection is to be lost instead of an answer: a fault of the plan. */
  losesAnswer = false;

  /** `onStatus` is called with the status code as soon as it is sent. */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    clock: Pick<Clock, 'timer'>,
    onStatus: (status: number) => void,
    failures: Failures,
  ) {
    this.#clock = clock;
    this.#failures = failures;
    this.#onStatus = onStatus;
    this.request = request;
    this.response = response;
    const [path = '/', ...query] = (request.url ?? '/').split('?');
    this.rawPath = path;
    this.isReadable = decoded(path) !== undefined;
    const asked = { path: decoded(path) ?? path, query: new URLSearchParams(query.join('?')) };
    const address = modernWatch(this.method, asked) ?? asked;
    this.path = address.path;
    this.query = address.query;
    this.userAgent = request.headers['user-agent'] ?? '';
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }

  /** K-15: one header per warning, and none twice. */
  readonly warn = this.#warnings.add;

  /** Every answer begins here (K-12). */
  writeHead(code: number, headers: Readonly<Record<string, string | number>>): void {
    const common = { 'audit-id': randomUUID(), 'cache-control': 'no-cache, private' };
    const warnings = this.#warnings.headers();
    if (warnings.length > 0) this.response.setHeader('warning', warnings);
    this.response.writeHead(code, { ...common, ...headers });
    this.#onStatus(code);
  }

  /** Sends the head of an answer whose body comes later. */
  flushHead(): void {
    // Not flushHeaders(), which sends what it holds as UTF-8: bytes of a header above 0x7f would be encoded twice.
    this.response.write(Buffer.alloc(0));
  }

  async send(code: number, pieces: readonly Uint8Array[], headers: Readonly<Record<string, string>>): Promise<void> {
    const { response } = this;
    if (this.losesAnswer) {
      response.destroy();
      return;
    }
    let body: Uint8Array = pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces);
    const all: Record<string, string | number> = { ...headers };
    const isJson = headers['content-type']?.startsWith('application/json') ?? false;
    if (isJson && this.#isForPeople()) body = indented(body);
    if (isJson && body.length >= GZIP_FROM_BYTES && acceptsGzip(this.request)) {
      body = await compress(body, { level: constants.Z_BEST_SPEED });
      all['content-encoding'] = 'gzip';
      all['vary'] = 'Accept-Encoding';
    }
    if (response.destroyed) return;
    this.writeHead(code, { ...all, 'content-length': body.length });
    response.end(body);
    if (body.length >= LARGE_ANSWER_BYTES) this.#boundReader();
  }

  #boundReader(): void {
    const { response } = this;
    const timer = this.#clock.timer(SLOW_READER_MS, () => response.destroy());
    response.once('close', () => timer.cancel());
  }

  sendEmpty(code: number, headers: Readonly<Record<string, string>>): Promise<void> {
    this.writeHead(code, headers);
    this.response.end();
    return Promise.resolve();
  }

  sendJson(code: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Promise<void> {
    return this.send(code, [Buffer.from(`${JSON.stringify(value)}\n`)], {
      'content-type': 'application/json',
      ...headers,
    });
  }

  sendYaml(code: number, pieces: readonly Uint8Array[]): Promise<void> {
    const value: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return this.send(code, [Buffer.from(yamlText(value))], { 'content-type': 'application/yaml' });
  }

  sendText(code: number, text: string): Promise<void> {
    return this.send(code, [Buffer.from(text)], {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  }

  sendError({ code, status }: StatusError): Promise<void> {
    const seconds = status.details?.retryAfterSeconds;
    return this.sendJson(code, status, seconds ? { 'retry-after': String(seconds) } : {});
  }

  /** An exception on the way to the answer: logged and counted, unless it is a refusal or the client has gone. */
  failed(error: unknown): void {
    if (error instanceof StatusError || isLostConnection(error)) return;
    const { method, path, userAgent } = this;
    this.#failures.note(error, 'a request failed inside the server', { method, path, userAgent });
  }

  /** K-12: curl and browsers get it indented. */
  #isForPeople(): boolean {
    const pretty = this.query.get('pretty');
    if (pretty !== null) return pretty !== 'false' && pretty !== '0';
    return /^(curl|Wget|Mozilla\/5\.0)/.test(this.userAgent);
  }
}

/** Undefined where an escape is none. Bytes that are no UTF-8 name nothing that exists. */
function decoded(path: string): string | undefined {
  if (!path.includes('%')) return path;
  if (/%(?![\da-f]{2})/i.test(path)) return undefined;
  const bytes = path.replace(/%([\da-f]{2})/gi, (_escape, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

const LOST = ['ABORT_ERR', 'ECONNRESET', 'EPIPE', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_PREMATURE_CLOSE'];

function isLostConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST.includes(String(error.code));
}

function indented(body: Uint8Array): Uint8Array {
  const text = Buffer.from(body).toString('utf8');
  // Numbers that JavaScript cannot hold stay as they are, and so does the rest.
  if (/[:,[]-?\d{16}/.test(text)) return body;
  return Buffer.from(JSON.stringify(JSON.parse(text), null, 2));
}

function acceptsGzip(request: IncomingMessage): boolean {
  const header = request.headers['accept-encoding'];
  return typeof header === 'string' && /(^|,)\s*gzip\s*(;\s*q=(?!0(\.0+)?\s*(,|$))|,|$)/i.test(header);
}
