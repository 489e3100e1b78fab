import { afterAll, beforeAll, expect } from 'vitest';
import { useCounter } from '../clusters/request-counts.ts';
import { Evened } from './random/evened.ts';
import { type Pair, startPair } from './random/pair.ts';
import type { Answered, Asked, Server } from './server.ts';

export interface Compared {
  /** Sends a request to both and expects the same answer. */
  compare(asked: Asked, even?: (body: unknown) => unknown): Promise<void>;
  /** The same with several requests, in order. */
  compareAll(requests: readonly Asked[]): Promise<void>;
  readonly kube: Server;
  readonly local: Server;
}

/** A bare real API server and a bare localcluster for one file. */
export function useServers(): Compared {
  const count = useCounter();
  let pair: Pair | undefined;
  let kube = new Evened('');
  let local = new Evened('');
  beforeAll(async () => {
    pair = await startPair();
    kube = new Evened('conformance');
    local = new Evened('conformance');
  }, 300_000);
  afterAll(() => pair?.stop());
  const started = (): Pair => {
    if (!pair) throw new Error('the servers have not been started');
    return pair;
  };
  const compare: Compared['compare'] = async (asked, even = (body) => body) => {
    count();
    const servers = started();
    const [theirs, ours] = await Promise.all([servers.kube.ask(asked), servers.local.ask(asked)]);
    const shown = (evened: Evened, answer: Answered): unknown => {
      const reported = evened.answer(answer) as { body: unknown };
      return { ...reported, caching: answer.headers['cache-control'], body: even(reported.body) };
    };
    const request = `${asked.method} ${asked.path} ${String(asked.body ?? '').slice(0, 500)}`;
    expect({ request, answer: shown(local, ours) }).toEqual({ request, answer: shown(kube, theirs) });
  };
  return {
    compare,
    compareAll: async (requests) => {
      for (const request of requests) await compare(request);
    },
    get kube() {
      return started().kube;
    },
    get local() {
      return started().local;
    },
  };
}

export const get = (path: string, accept?: string): Asked => ({
  method: 'GET',
  path,
  ...(accept && { headers: { accept } }),
});

/** A request with a body, as text or as what its JSON is of. */
export const send = (method: string, path: string, body: unknown, type = 'application/json'): Asked => ({
  method,
  path,
  headers: { 'content-type': type },
  body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
});
