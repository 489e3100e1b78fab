import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createHttpsServer, Server as HttpsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { type Clock, realClock } from '@slipway/apimachinery/clock';
import { endExchange, writeAnswer } from './answer-writer.ts';
import { observeAnswer, observeRequest } from './body-observer.ts';
import { Connection } from './connection.ts';
import { type Answer, compose, type Ending, type Exchange, ExchangeEnd, type Stage } from './exchange.ts';
import { stageOf } from './faults.ts';
import { CHANGING_VERBS, requestFacts } from './request-facts.ts';
import { type LoggedRequest, RequestLog } from './request-log.ts';
import { matchesRequest, type RequestMatch, Schedule, type ScheduledFault } from './schedule.ts';
import { endToEndHeaders, forward, type Upstream, upstreamOf } from './upstream.ts';

export interface ProxyCertificate {
  readonly certPem: string;
  readonly keyPem: string;
  /** Who signed it: goes into the proxy's kubeconfig. */
  readonly caPem: string;
}

export interface FaultProxyOptions {
  /** Kubeconfig (YAML) of the API server to stand before. */
  readonly upstream: string;
  /** For `127.0.0.1`. @default plain HTTP */
  readonly certificate?: ProxyCertificate;
  readonly schedule?: readonly ScheduledFault[];
  /** Drives delays and stamps the log. @default the real clock */
  readonly clock?: Clock;
}

/**
 * One server between clients and an API server, and the one place where faults are made.
 *
 * Expected flow: start it before an API server, point any client at `kubeconfig`, let a schedule or
 * `inject` cause faults, and read `log`.
 *
 * Guarantees: with no fault it changes nothing but the address and the credential; bodies stream, with
 * backpressure, in both directions. Faults are matched on what is asked and how often, never on time.
 *
 * Assumptions: HTTP/1.1. The bearer token in `kubeconfig` stands for the upstream's identity; other
 * tokens pass through. Client certificates end at a TLS hop, so those of clients cannot.
 *
 * Caveats: it listens on loopback only. Faults that look at events need JSON bodies. Connections are
 * not upgraded, so exec, attach and port-forward do not pass.
 */
export class FaultProxy {
  readonly log = new RequestLog();
  readonly #clock: Clock;
  readonly #schedule: Schedule;
  readonly #server: Server;
  #token = newToken();
  /** By the client's port: what a socket above TLS and the one below have in common. */
  readonly #connections = new Map<number, Connection>();
  /** Resource versions that forwarded writes were answered with. */
  readonly #written: string[] = [];
  readonly #events = new EventEmitter().setMaxListeners(0);
  #frozen: RequestMatch[] = [];
  #upstream: Upstream;
  #certificate: ProxyCertificate | undefined;
  #port = 0;
  /** Requests that the upstream has not begun to answer. */
  #unanswered = 0;

  static async start(options: FaultProxyOptions): Promise<FaultProxy> {
    const proxy = new FaultProxy(options, await upstreamOf(options.upstream));
    await proxy.up();
    return proxy;
  }

  private constructor({ certificate, schedule = [], clock = realClock }: FaultProxyOptions, upstream: Upstream) {
    this.#clock = clock;
    this.#upstream = upstream;
    this.#schedule = new Schedule(schedule);
    this.#certificate = certificate;
    this.#server = certificate ? createHttpsServer(tlsOptions(certificate)) : createHttpServer();
    // No limits of its own: how long things last is for the two ends to decide.
    Object.assign(this.#server, { keepAliveTimeout: 0, requestTimeout: 0, headersTimeout: 0 });
    this.#server.on('connection', (socket: Socket) => this.#accept(socket));
    this.#server.on('secureConnection', (socket: Socket) => {
      const connection = this.#connections.get(socket.remotePort ?? 0);
      if (connection) connection.isReady = true;
    });
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void this.#serve(request, response);
    });
  }

  get url(): string {
    return `${this.#certificate ? 'https' : 'http'}://127.0.0.1:${this.#port}`;
  }

  /** Kubeconfig (JSON, which is YAML) for a client in any language (P-10). */
  get kubeconfig(): string {
    const ca = this.#certificate && Buffer.from(this.#certificate.caPem).toString('base64');
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'fault-proxy',
      contexts: [{ name: 'fault-proxy', context: { cluster: 'fault-proxy', user: 'upstream' } }],
      clusters: [{ name: 'fault-proxy', cluster: { server: this.url, 'certificate-authority-data': ca } }],
      users: [{ name: 'upstream', user: { token: this.#token } }],
    });
  }

  /**
   * False while a connection is being made or the upstream owes an answer: for
   * `clock.advanceUntil(…, { ready: () => proxy.isSettled })`.
   */
  get isSettled(): boolean {
    return this.#unanswered === 0 && [...this.#connections.values()].every(({ isReady }) => isReady);
  }

  /** Connections that clients have open. */
  get openConnections(): number {
    return this.#connections.size;
  }

  /** Adds a fault; occurrences are counted from now. The result takes it out again. */
  inject(fault: ScheduledFault): () => void {
    return this.#schedule.add(fault);
  }

  /** Forgets all faults and lets frozen watches go on. Streams that a fault holds stay as they are. */
  clear(): void {
    this.#schedule.clear();
    this.releaseWatches();
  }

  /** No byte of matching watches passes until `releaseWatches`; what comes meanwhile is kept. */
  freezeWatches(match: RequestMatch = {}): void {
    this.#frozen.push(match);
  }

  releaseWatches(): void {
    this.#frozen = [];
    this.#events.emit('released');
  }

  /** Ends every open connection, as a load balancer or a dying node would. */
  cutAll(how: Exclude<Ending, 'end' | 'silence'> = 'reset'): void {
    for (const connection of this.#connections.values()) connection.end(how);
  }

  /** Stands before another API server from now on. Open connections are cut, so that clients move over. */
  async switchTo(kubeconfig: string): Promise<void> {
    this.#upstream = await upstreamOf(kubeconfig);
    this.cutAll();
  }

  /** Serves new connections with another certificate, and names its authority in `kubeconfig`. */
  useCertificate(certificate: ProxyCertificate): void {
    if (!(this.#server instanceof HttpsServer)) throw new Error('The proxy was started without TLS.');
    this.#certificate = certificate;
    this.#server.setSecureContext(tlsOptions(certificate));
  }

  /** From now on `kubeconfig` has another token, and the upstream judges the old one as it does any other: 401. */
  rotateToken(): void {
    this.#token = newToken();
  }

  /** Refuses connections and cuts those that are open, until `up`. */
  async down(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.cutAll();
    await closed;
  }

  /** Listens, on the same port as before. */
  async up(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    if (this.#server.listening) await this.down();
  }

  #accept(socket: Socket): void {
    const port = socket.remotePort ?? 0;
    const connection = new Connection(socket, { isReady: this.#certificate === undefined });
    this.#connections.set(port, connection);
    socket.once('close', () => {
      // Not if the port is in use again: a reset frees it at once.
      if (this.#connections.get(port) === connection) this.#connections.delete(port);
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = this.#connections.get(request.socket.remotePort ?? 0);
    if (!connection) return;
    const over = new AbortController();
    response.once('close', () => over.abort());
    const uri = request.url ?? '/';
    const facts = requestFacts(request.method ?? 'GET', uri, request.headers['user-agent'] ?? '');
    const faults = this.#schedule.strike(facts);
    const names = faults.map(({ fault }) => fault);
    const entry = this.log.begin(facts, uri, this.#clock.now(), names);
    const exchange: Exchange = {
      facts,
      uri,
      clock: this.#clock,
      signal: over.signal,
      written: this.#written,
      released: async () => void (await once(this.#events, 'released', { signal: over.signal })),
    };
    try {
      if (connection.isHalfOpen) throw new ExchangeEnd('halfOpen');
      const stages = [this.#frozenStage, ...faults.map(stageOf)];
      const answer = await compose(stages, exchange, () => this.#ask(exchange, request, connection, entry));
      entry.status = answer.status;
      await writeAnswer(answer, response, connection);
    } catch (error) {
      // Whatever else fails is the upstream's end of the line: the client sees its own end go.
      const ending = error instanceof ExchangeEnd ? error.ending : 'close';
      entry.ending = over.signal.aborted ? 'gone' : ending;
      if (entry.ending !== 'gone' && !(error instanceof ExchangeEnd)) entry.failure = nameOf(error);
      await endExchange(ending, response, connection, over.signal);
    } finally {
      over.abort();
      entry.endedAt = this.#clock.now();
    }
  }

  readonly #frozenStage: Stage = async (exchange, next) => {
    const isFrozen = (): boolean => this.#frozen.some((match) => matchesRequest(match, exchange.facts));
    const answer = await next();
    if (exchange.facts.verb !== 'watch') return answer;
    return { ...answer, body: heldWhile(isFrozen, answer.body, exchange.released) };
  };

  async #ask(
    { uri, signal, facts }: Exchange,
    incoming: IncomingMessage,
    connection: Connection,
    entry: LoggedRequest,
  ): Promise<Answer> {
    observeRequest(incoming, entry);
    const headers = endToEndHeaders(incoming);
    // Faults can only look into bodies that come as they are.
    if (entry.faults.length > 0) delete headers['accept-encoding'];
    const upstream = this.#upstream;
    const agent = connection.agentFor(upstream.url.protocol);
    entry.sent = true;
    this.#unanswered++;
    const from = await forward({ upstream, incoming, headers, uri, proxyToken: this.#token, agent, signal }).finally(
      () => this.#unanswered--,
    );
    const isWrite = CHANGING_VERBS.includes(facts.verb) && (from.statusCode ?? 500) < 300;
    const seen = (resourceVersion: string): void => {
      entry.resourceVersionAfter = resourceVersion;
      if (isWrite) this.#written.push(resourceVersion);
    };
    return { status: from.statusCode ?? 502, headers: endToEndHeaders(from), body: observeAnswer(from, seen) };
  }
}

/** Its code or class; the message may quote a body. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function newToken(): string {
  return randomBytes(16).toString('hex');
}

function tlsOptions({ certPem, keyPem }: ProxyCertificate): { cert: string; key: string; ALPNProtocols: string[] } {
  return { cert: certPem, key: keyPem, ALPNProtocols: ['http/1.1'] };
}

async function* heldWhile(
  isHeld: () => boolean,
  body: Answer['body'],
  released: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    while (isHeld()) await released();
    yield chunk;
  }
}
