import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface AskOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly agent?: Agent;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** One GET, read to its end. Unlike `fetch` it may name a host of its own, and follows no redirect. */
export function ask(url: string, options: AskOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options }, (answer) => {
      let body = '';
      answer.setEncoding('utf8');
      answer.on('data', (text: string) => {
        body += text;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body }));
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
