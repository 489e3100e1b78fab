import type { SeenRequest } from './cluster.ts';

interface AuditEvent {
  readonly auditID: string;
  readonly stage: 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete' | 'Panic';
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
  /** RFC 3339 with six decimals, so that text order is time order. */
  readonly requestReceivedTimestamp: string;
  readonly responseStatus?: { readonly code?: number };
}

/** Audit logs name what a request does; HTTP names are its upper-case form but for these. */
const METHODS: Readonly<Record<string, string>> = {
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  deletecollection: 'DELETE',
};

/** The requests in an audit log in order of arrival; status 0 where none is answered yet. */
export function requestsOf(log: string): SeenRequest[] {
  const byId = new Map<string, AuditEvent>();
  // What follows the last line end is a line that is still being written.
  for (const line of log.slice(0, log.lastIndexOf('\n') + 1).split('\n')) {
    if (line === '') continue;
    const event = JSON.parse(line) as AuditEvent;
    if (event.responseStatus !== undefined || !byId.has(event.auditID)) byId.set(event.auditID, event);
  }
  return [...byId.values()]
    .sort((a, b) => a.requestReceivedTimestamp.localeCompare(b.requestReceivedTimestamp))
    .map((event) => ({
      method: METHODS[event.verb] ?? event.verb.toUpperCase(),
      uri: event.requestURI,
      userAgent: event.userAgent ?? '',
      status: event.responseStatus?.code ?? 0,
    }));
}
