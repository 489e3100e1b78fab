import type { IncomingMessage } from 'node:http';

/** One request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path with query. */
  readonly uri: string;
  readonly userAgent: string;
  /** 0 while there is no answer, and for ever if the connection was lost before one. */
  readonly status: number;
}

/** The latest requests in order of arrival, up to a limit. */
export class RequestLog {
  readonly #limit: number;
  #seen: { method: string; uri: string; userAgent: string; status: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The returned function is called with the status once there is one. */
  arrived({ method = '', url = '', headers }: IncomingMessage): (status: number) => void {
    const record = { method, uri: url, userAgent: headers['user-agent'] ?? '', status: 0 };
    this.#seen.push(record);
    // Twice the limit before cutting: one copy now and then instead of a shift per request.
    if (this.#seen.length > this.#limit * 2) this.#seen = this.#seen.slice(-this.#limit);
    return (status) => {
      record.status = status;
    };
  }

  seen(): readonly SeenRequest[] {
    return this.#seen.slice(-this.#limit).map((record) => ({ ...record }));
  }
}
