/** What goes wrong. */
export type Fault =
  /** The request waits this long, by the cluster's clock, before anything else happens. */
  | { readonly type: 'latency'; readonly ms: number }
  /** An answer instead of the work: 409, 429 (with Retry-After), 500, 503, … */
  | { readonly type: 'status'; readonly code: number; readonly retryAfterSeconds?: number; readonly message?: string }
  /** The connection is lost: before anything was done, or after it was done but before the answer. */
  | { readonly type: 'reset'; readonly when: 'before-commit' | 'after-commit' }
  /** A watch ends after this many live events (default 0), in place of the next: properly, at once, or in mid-line. */
  | { readonly type: 'watch-cut'; readonly afterEvents?: number; readonly how?: 'clean' | 'abrupt' | 'mid-event' }
  /** A list shows the state of this many revisions ago, and says so in its resourceVersion. */
  | { readonly type: 'stale-list'; readonly revisionsBehind: number }
  /** 410: history is gone, for lists and watches that name a revision or continue. */
  | { readonly type: 'gone' };

/** What a rule is about; everything that is left out matches. */
export interface FaultMatch {
  /** get, list, watch, create, update, patch, delete, deletecollection. */
  readonly verb?: string;
  /** `pods`, `deployments.apps`, `deployments.apps/status`. Without a subresource: only the resource itself. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** A part of the User-Agent header, or a pattern for it. */
  readonly userAgent?: string | RegExp;
}

export interface FaultRule extends FaultMatch {
  readonly fault: Fault;
  /** How often it strikes. @default every time */
  readonly times?: number;
  /** How many matching requests go well before it strikes first. @default 0 */
  readonly after?: number;
}

/** What is known of a request when faults are looked for. */
export interface FaultSubject {
  readonly verb: string;
  readonly resource: string;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
  readonly userAgent: string;
}

export function isAbout(match: FaultMatch, subject: FaultSubject): boolean {
  const { userAgent } = match;
  return (
    (match.verb === undefined || match.verb === subject.verb) &&
    (match.resource === undefined || match.resource === subject.resource) &&
    (match.namespace === undefined || match.namespace === subject.namespace) &&
    (match.name === undefined || match.name === subject.name) &&
    (userAgent === undefined ||
      (typeof userAgent === 'string' ? subject.userAgent.includes(userAgent) : userAgent.test(subject.userAgent)))
  );
}
