import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';

const TIMEOUT_MS = 10_000;

export interface Request {
  /** @default 'GET' */
  readonly method?: string;
  /** Sent as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** PEM: whom to trust, and who we are. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: string };
}

export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** The answer to a request on a connection of its own; undefined when none came. */
export function ask(
  url: string,
  { method = 'GET', body, headers = {}, tls = {} }: Request = {},
): Promise<Answer | undefined> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const options = {
    method,
    headers: {
      // Sent even where Node would not by itself: a DELETE may have a body.
      ...(payload !== undefined && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(payload),
      }),
      ...headers,
    },
    agent: false as const,
    timeout: TIMEOUT_MS,
  };
  const request = url.startsWith('https:') ? httpsRequest(url, { ...options, ...tls }) : httpRequest(url, options);
  return new Promise((resolve) => {
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text, headers: response.headers }));
      response.once('error', () => resolve(undefined));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
    request.end(payload);
  });
}
