import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type Attributes,
  type Authorizer,
  attributesOf,
  Impersonation,
  isImpersonationHeader,
  refusal,
} from '../authorization/index.ts';
import type { Fault, FaultPlan, FaultSubject } from '../faults/index.ts';
import { ANONYMOUS, type Authenticator, type User } from '../identity/index.ts';
import type { Failures } from '../log/index.ts';
import type { Admission, Kernel } from '../operations/index.ts';
import { qualifiedName } from '../resources/index.ts';
import { internalError, methodNotAllowed, StatusError, unauthorized } from '../status/index.ts';
import type { Handler, Handlers } from '../subresources/index.ts';
import type { WatchHub } from '../watch/index.ts';
import { drained } from './body.ts';
import { callOf } from './call.ts';
import { Documents } from './documents.ts';
import { Exchange } from './exchange.ts';
import { issuerDocument } from './issuer-documents.ts';
import { Metrics } from './metrics.ts';
import { ObjectHandler, subjectOf, type WorkFaults } from './object-handler.ts';
import type { RequestLog } from './request-log.ts';
import { type Route, routeOf } from './route.ts';

export interface ApiServerOptions {
  readonly kernel: Kernel;
  /** Who has a word in the writes of clients. */
  readonly admission: Admission;
  readonly hub: WatchHub;
  readonly faults: FaultPlan;
  readonly authenticator: Authenticator;
  readonly authorizer: Authorizer;
  /** Who answers what is not an object. */
  readonly handlers: Handlers;
  readonly log: RequestLog;
  readonly failures: Failures;
  readonly watchBufferBytes: number;
  /** `host:port`, known once the server listens. */
  readonly serverAddress: () => string;
}

/** K-15: sent to every client that still uses it. */
const DEPRECATED: Readonly<Record<string, string>> = {
  endpoints: 'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice',
};

/**
 * From a request to its answer: who asks, whether they may, what they ask for; then faults strike,
 * and the work is done. Whatever is thrown on the way becomes a Status.
 */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #objects: ObjectHandler;
  readonly #documents: Documents;
  readonly #impersonation: Impersonation;
  readonly #metrics: Metrics;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#objects = new ObjectHandler(options);
    this.#impersonation = new Impersonation(options.authorizer);
    this.#metrics = new Metrics(options.kernel, options.hub);
    const { clock, registry } = options.kernel;
    this.#documents = new Documents(registry, options.serverAddress, () => clock.wall());
  }

  /** Never rejects: what goes wrong is answered, or the connection is gone and nobody listens. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { kernel, log, failures } = this.#options;
    const note = log.arrived(request);
    const onStatus = (status: number): void => {
      note(status);
      this.#metrics.answered(exchange, status);
    };
    const exchange = new Exchange(request, response, kernel.clock, onStatus, failures);
    // An error event without a listener ends the process.
    response.on('error', () => response.destroy());
    try {
      await this.#answer(exchange);
    } catch (error) {
      exchange.failed(error);
      await this.#answerError(exchange, error).catch((second: unknown) => {
        exchange.failed(second);
        response.destroy();
      });
    }
  }

  async #answer(exchange: Exchange): Promise<void> {
    if (!exchange.isReadable) return exchange.sendText(400, '400 Bad Request');
    const asked = attributesOf(exchange.method, exchange.path, exchange.query);
    exchange.asked = asked;
    exchange.user = this.#userOf(exchange.request, asked);
    const refused = refusal(this.#options.authorizer, exchange.user, asked);
    if (refused) {
      exchange.response.setHeader('x-content-type-options', 'nosniff');
      throw refused;
    }
    const route = routeOf(this.#options.kernel.registry, exchange);
    switch (route.to) {
      case 'objects': {
        const subject = subjectOf(route.target, route.verb, exchange.userAgent);
        const faults = await this.#strike(exchange, subject);
        if (!faults) return;
        const deprecation = DEPRECATED[route.target.resource.collection];
        if (deprecation !== undefined) exchange.warn(deprecation);
        const handler = this.#handlerOf(route);
        if (handler) return handler(callOf(exchange, route));
        return this.#objects.handle(exchange, route.target, route.verb, subject, faults);
      }
      case 'group':
        return this.#documents.group(exchange, route.group);
      case 'group-version':
        return this.#documents.groupVersion(exchange, route.group, route.version);
      case 'path':
        return this.#document(exchange, route.path);
      case 'nowhere':
        return exchange.sendText(404, '404 page not found\n');
    }
  }

  #document(exchange: Exchange, path: string): Promise<void> {
    const { authenticator, serverAddress } = this.#options;
    if (path === '/metrics') {
      const type = 'text/plain; version=0.0.4; charset=utf-8';
      return exchange.send(200, [Buffer.from(this.#metrics.text())], { 'content-type': type });
    }
    const own = issuerDocument(exchange, path, authenticator.serviceAccounts, serverAddress());
    return own ?? this.#documents.path(exchange, path);
  }

  #userOf(request: IncomingMessage, asked: Attributes): User {
    const { authenticator, authorizer } = this.#options;
    const user = authenticator.userOf(request);
    if (!user || (user === ANONYMOUS && !authorizer.knowsAnonymous)) throw unauthorized();
    if (!Object.keys(request.headers).some(isImpersonationHeader)) return user;
    return this.#impersonation.actingUser(user, request.headersDistinct, asked);
  }

  /** Undefined for objects and for the parts of them that are read and written like one. */
  #handlerOf({ target, verb }: Extract<Route, { to: 'objects' }>): Handler | undefined {
    const { resource, subresource } = target;
    const what = `${qualifiedName(resource)}${subresource === undefined ? '' : `/${subresource}`}`;
    const { handlers } = this.#options;
    const handler = handlers[`${what} ${verb}`] ?? handlers[`${what} *`];
    if (!handler && !resource.stored) throw methodNotAllowed();
    return handler;
  }

  /** Lets the faults of the plan strike; undefined when the request has come to its end by one. */
  async #strike(exchange: Exchange, subject: FaultSubject): Promise<WorkFaults | undefined> {
    const faults = this.#options.faults.strike(subject);
    for (const fault of faults) {
      if (fault.type === 'latency') await this.#options.kernel.clock.sleep(fault.ms);
      if (fault.type === 'status') throw faultStatus(fault);
      if (fault.type !== 'reset') continue;
      if (fault.when === 'after-commit') exchange.losesAnswer = true;
      else {
        exchange.response.destroy();
        return undefined;
      }
    }
    return workFaults(faults);
  }

  async #answerError(exchange: Exchange, error: unknown): Promise<void> {
    const { response } = exchange;
    if (response.destroyed || response.writableEnded) return;
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const known =
      error instanceof StatusError ? error : internalError(error instanceof Error ? error.message : 'unknown');
    // A client that still sends does not read, and a connection that is closed under it breaks before the answer
    // arrives. What is too long to wait for ends the connection: it cannot be reused in the middle of a body.
    if (!(await drained(exchange.request)) && !response.headersSent) response.setHeader('connection', 'close');
    await exchange.sendError(known);
  }
}

function workFaults(faults: readonly Fault[]): WorkFaults {
  const cut = faults.find((fault) => fault.type === 'watch-cut');
  return {
    gone: faults.some((fault) => fault.type === 'gone'),
    revisionsBehind: faults.find((fault) => fault.type === 'stale-list')?.revisionsBehind,
    watchCut: cut && { afterEvents: cut.afterEvents ?? 0, how: cut.how ?? 'abrupt' },
  };
}

const REASONS: Readonly<Record<number, string>> = {
  409: 'Conflict',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
};

function faultStatus({ code, message, retryAfterSeconds }: Extract<Fault, { type: 'status' }>): StatusError {
  const details = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  return new StatusError(code, REASONS[code] ?? '', message ?? `a fault was injected (${code})`, details);
}
