import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, FaultPlan, FaultSubject } from '../faults/index.ts';
import { ANONYMOUS, authenticate, type Tokens, type User } from '../identity/index.ts';
import type { Admission, Kernel } from '../operations/index.ts';
import { forbidden, forbiddenPath, internalError, StatusError, unauthorized } from '../status/index.ts';
import type { WatchHub } from '../watch/index.ts';
import { Documents, isPublic } from './documents.ts';
import { Exchange } from './exchange.ts';
import { ObjectHandler, subjectOf, type WorkFaults } from './object-handler.ts';
import type { RequestLog } from './request-log.ts';
import { type Route, routeOf } from './route.ts';

export interface ApiServerOptions {
  readonly kernel: Kernel;
  /** Who has a word in the writes of clients. */
  readonly admission: Admission;
  readonly hub: WatchHub;
  readonly faults: FaultPlan;
  readonly tokens: Tokens;
  readonly log: RequestLog;
  readonly watchBufferBytes: number;
  /** `host:port`, known once the server listens. */
  readonly serverAddress: () => string;
}

/**
 * From a request to its answer: authenticate, find out what is asked, let faults strike, authorize,
 * work. Whatever is thrown on the way becomes a Status.
 */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #objects: ObjectHandler;
  readonly #documents: Documents;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#objects = new ObjectHandler(options);
    const { clock, registry } = options.kernel;
    this.#documents = new Documents(registry, options.serverAddress, () => clock.wall());
  }

  /** Never rejects: what goes wrong is answered, or the connection is gone and nobody listens. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = new Exchange(request, response, this.#options.kernel.clock, this.#options.log.arrived(request));
    try {
      await this.#answer(exchange);
    } catch (error) {
      await this.#answerError(exchange, error);
    }
  }

  async #answer(exchange: Exchange): Promise<void> {
    const user = authenticate(exchange.request, this.#options.tokens);
    if (!user) throw unauthorized();
    exchange.user = user;
    const route = routeOf(this.#options.kernel.registry, exchange.method, exchange.path, exchange.query);
    authorize(user, exchange, route);
    switch (route.to) {
      case 'objects': {
        const subject = subjectOf(route.target, route.verb, exchange.userAgent);
        const faults = await this.#strike(exchange, subject);
        if (faults) await this.#objects.handle(exchange, route.target, route.verb, subject, faults);
        return;
      }
      case 'group':
        return this.#documents.group(exchange, route.group);
      case 'group-version':
        return this.#documents.groupVersion(exchange, route.group, route.version);
      case 'path':
        return this.#documents.path(exchange, route.path);
      case 'nowhere':
        return exchange.sendText(404, '404 page not found\n');
    }
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
    // The rest of a refused body is not read; without this the connection would be reused in the middle of it.
    if (!exchange.request.complete) response.setHeader('connection', 'close');
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

/** Whoever is known may do everything; whoever is not may read what is public. */
function authorize(user: User, exchange: Exchange, route: Route): void {
  if (user.name !== ANONYMOUS.name || (route.to === 'path' && isPublic(route.path))) return;
  exchange.response.setHeader('x-content-type-options', 'nosniff');
  if (route.to !== 'objects') {
    const method = exchange.method === 'GET' ? 'get' : exchange.method.toLowerCase();
    throw forbiddenPath(`User "${user.name}" cannot ${method} path "${exchange.path}"`);
  }
  const { resource, namespace, name } = route.target;
  const where = namespace === undefined ? 'at the cluster scope' : `in the namespace "${namespace}"`;
  const what = `resource "${resource.plural}" in API group "${resource.group}"`;
  throw forbidden(resource, name, `User "${user.name}" cannot ${route.verb} ${what} ${where}`);
}
