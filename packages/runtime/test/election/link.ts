import type { Clock } from '@slipway/kube';
import type { KubeRequest, Transport } from '@slipway/kube/transport';
import { type LeaseServer, refusal } from './lease-server.ts';

/** What happens to one request on its way. */
export interface Passage {
  /** Time until the server has it, in milliseconds. */
  readonly thereMs?: number;
  /** Time until the client has the answer. */
  readonly backMs?: number;
  readonly fault?: 'lost' | 'answer lost' | 'refused' | 'conflict';
}

export interface LinkOptions {
  /** The time of the world. */
  readonly clock: Clock;
  /** The client's own. @default `clock` */
  readonly clientClock?: Clock;
  /** Hands an answer to the client when its event loop turns. @default at once */
  readonly deliver?: (fn: () => void) => void;
  /** @default at once and without fault */
  readonly passage?: (request: KubeRequest) => Passage;
}

/** A transport to `server` over a bad line. */
export function link(server: LeaseServer, options: LinkOptions): Transport {
  const { clock, clientClock = clock, deliver = (fn) => fn(), passage = (): Passage => ({}) } = options;
  const send = (request: KubeRequest, settle: (answer: () => unknown) => void): void => {
    const { thereMs = 0, backMs = 0, fault } = passage(request);
    if (fault === 'lost') return;
    clock.timer(thereMs, () => {
      const answer = answerOf(server, request, fault);
      if (fault !== 'answer lost') clock.timer(backMs, () => deliver(() => settle(answer)));
    });
  };
  const unused = (): never => {
    throw new Error('An election sends and parses JSON, nothing else.');
  };
  return {
    url: 'http://lease.test',
    json: <T>(request: KubeRequest): Promise<T> =>
      new Promise((resolve, reject) => {
        const { signal, deadlineMs = 30_000 } = request;
        const end = (conclude: () => void): void => {
          deadline.cancel();
          signal?.removeEventListener('abort', onAbort);
          conclude();
        };
        const onAbort = (): void => end(() => reject(signal?.reason));
        const deadline = clientClock.timer(deadlineMs, () =>
          end(() => reject(refusal('KUBE_TIMEOUT', 'was not answered for'))),
        );
        if (signal?.aborted) return onAbort();
        signal?.addEventListener('abort', onAbort, { once: true });
        send(request, (answer) =>
          end(() => {
            try {
              resolve(answer() as T);
            } catch (error) {
              reject(error);
            }
          }),
        );
      }),
    text: unused,
    stream: unused,
    stats: unused,
    close: async () => {},
  };
}

/** The server acts now; its answer, or refusal, is opened by its receiver. */
function answerOf(server: LeaseServer, request: KubeRequest, fault: Passage['fault']): () => unknown {
  if (fault === 'refused') return () => fail(refusal('KUBE_SERVER_ERROR', 'is on a server that is unwell'));
  if (fault === 'conflict' && request.method !== 'GET') return () => fail(refusal('KUBE_CONFLICT', 'has changed'));
  try {
    const lease = server.handle(request);
    return () => lease;
  } catch (error) {
    return () => fail(error);
  }
}

function fail(error: unknown): never {
  throw error;
}
