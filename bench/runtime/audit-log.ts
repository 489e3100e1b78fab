import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A request as the API server saw it. Times are milliseconds since 1970, with microseconds behind the point. */
export interface AuditedRequest {
  readonly user: string;
  readonly verb: string;
  /** With the subresource: `widgets`, `widgets/status`, `configmaps`. */
  readonly resource: string;
  readonly name: string;
  readonly code: number;
  readonly receivedAt: number;
  readonly answeredAt: number;
  /** The generation that a write of a status reports. */
  readonly observedGeneration: number | undefined;
}

interface AuditEvent {
  readonly stage: string;
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly objectRef?: { readonly resource?: string; readonly subresource?: string; readonly name?: string };
  readonly responseStatus?: { readonly code?: number };
  readonly requestReceivedTimestamp: string;
  readonly stageTimestamp: string;
  readonly requestObject?: { readonly status?: { readonly observedGeneration?: number } };
}

/**
 * Answered requests without bodies, but for writes of a status: the generation in them says which
 * change of the spec they answer. The control plane's own requests are left out.
 */
export const auditPolicy = {
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', users: ['system:apiserver'] },
    { level: 'None', nonResourceURLs: ['/healthz*', '/livez*', '/readyz*'] },
    { level: 'Request', resources: [{ group: '*', resources: ['widgets/status'] }] },
    { level: 'Metadata' },
  ],
} as const;

export function parseAuditLine(line: string): AuditedRequest {
  const event = JSON.parse(line) as AuditEvent;
  const { resource = '', subresource, name = '' } = event.objectRef ?? {};
  return {
    user: event.user.username,
    verb: event.verb,
    resource: subresource === undefined ? resource : `${resource}/${subresource}`,
    name,
    code: event.responseStatus?.code ?? 0,
    receivedAt: parseTime(event.requestReceivedTimestamp),
    answeredAt: parseTime(event.stageTimestamp),
    observedGeneration: event.requestObject?.status?.observedGeneration,
  };
}

/** `Date.parse` would drop the microseconds. */
function parseTime(time: string): number {
  const [seconds = '', fraction = '0Z'] = time.split('.');
  return Date.parse(`${seconds}Z`) + Number(`0.${fraction.slice(0, -1)}`) * 1000;
}

/** Reads an audit log while it grows. */
export class AuditLog {
  readonly requests: AuditedRequest[] = [];
  readonly #path: string;
  #offset = 0;
  #rest = '';

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes in what was written since the last time. */
  read(): readonly AuditedRequest[] {
    const file = openSync(this.#path, 'r');
    try {
      const bytes = Buffer.allocUnsafe(fstatSync(file).size - this.#offset);
      this.#offset += readSync(file, bytes, 0, bytes.length, this.#offset);
      // Names and bodies here are ASCII, so no character is cut in two.
      const lines = (this.#rest + bytes.toString('latin1')).split('\n');
      this.#rest = lines.pop() ?? '';
      for (const line of lines) this.requests.push(parseAuditLine(line));
    } finally {
      closeSync(file);
    }
    return this.requests;
  }
}
