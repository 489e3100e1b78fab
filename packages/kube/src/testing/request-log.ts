import type { Ending } from './exchange.ts';
import type { FaultName } from './faults.ts';
import type { RequestFacts } from './request-facts.ts';
import { matchesRequest, type RequestMatch } from './schedule.ts';

/** One request as the proxy saw it (P-8). It holds no body and no credential. */
export interface LoggedRequest extends RequestFacts {
  /** Position in the log, from 1. */
  readonly number: number;
  /** Path with query, as the client sent it. */
  readonly uri: string;
  /** By the proxy's clock, monotonic. */
  readonly at: number;
  /** Faults that struck it. */
  readonly faults: readonly FaultName[];
  /** Whether it was sent to the upstream. */
  sent: boolean;
  /** SHA-256 of the body in hex, as far as it was read. */
  bodyHash: string | undefined;
  /** What the client had seen: in the query of a list or watch, in the body of a write. */
  resourceVersionBefore: string | undefined;
  /** What the answer contained: of a watch, its latest event. */
  resourceVersionAfter: string | undefined;
  /** As the client got it; nothing until then. */
  status: number | undefined;
  /** How it ended, other than with its answer; `gone` if the client left first. */
  ending: Ending | 'gone' | undefined;
  /** What closed it, where no fault did: `ECONNREFUSED` and the like of the upstream. */
  failure: string | undefined;
  /** By the proxy's clock; nothing while it lasts. */
  endedAt: number | undefined;
}

/** All requests in order of arrival: the source of what is asserted about an operator's behaviour. */
export class RequestLog {
  readonly #entries: LoggedRequest[] = [];

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  begin(facts: RequestFacts, uri: string, at: number, faults: readonly FaultName[]): LoggedRequest {
    const entry: LoggedRequest = {
      ...facts,
      number: this.#entries.length + 1,
      uri,
      at,
      faults,
      sent: false,
      bodyHash: undefined,
      resourceVersionBefore: facts.query.get('resourceVersion') || undefined,
      resourceVersionAfter: undefined,
      status: undefined,
      ending: undefined,
      failure: undefined,
      endedAt: undefined,
    };
    this.#entries.push(entry);
    return entry;
  }

  /** Those that match, of the ones after `since` (an entry's number). */
  matching(match: RequestMatch, since = 0): readonly LoggedRequest[] {
    return this.#entries.slice(since).filter((entry) => matchesRequest(match, entry));
  }
}
