import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Credential {
  readonly caPem: string;
  readonly certPem: string;
  readonly keyPem: string;
}

/** The answer of an API server, on a connection of its own; undefined when none came. */
export function getHttps(url: string, { caPem, certPem, keyPem }: Credential): Promise<Answer | undefined> {
  const options = { ca: caPem, cert: certPem, key: keyPem, agent: false as const, timeout: 5_000 };
  return send(httpsRequest(url, options));
}

/** Posts JSON to etcd's gateway; undefined when no answer came. */
export function postHttp(url: string, body: unknown): Promise<Answer | undefined> {
  const options = { method: 'POST', agent: false as const, timeout: 5_000 };
  return send(httpRequest(url, options), JSON.stringify(body));
}

function send(request: ReturnType<typeof httpRequest>, body = ''): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.once('error', () => resolve(undefined));
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(undefined));
    request.once('close', () => resolve(undefined));
    request.end(body);
  });
}
