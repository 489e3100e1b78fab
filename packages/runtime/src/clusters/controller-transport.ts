import type { KubeRequest, Transport } from '@slipway/kube/transport';
import type { Breaker } from './breaker.ts';

export interface ControllerTransportOptions {
  /** Named in the user agent of each request. */
  readonly controller: string;
  readonly breaker: Breaker;
  /** Throws when changing requests may not be sent at this moment. */
  readonly guard: () => void;
}

/** The cluster's transport as one controller uses it: signed, guarded and listened to. */
export function controllerTransport(
  transport: Transport,
  { controller, breaker, guard }: ControllerTransportOptions,
): Transport {
  const signed = (request: KubeRequest): KubeRequest => ({
    controller,
    ...request,
    ...(request.method !== 'GET' && { guard }),
  });
  const heard = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      const value = await answer;
      breaker.alive();
      return value;
    } catch (error) {
      breaker.failed(error);
      throw error;
    }
  };
  return {
    url: transport.url,
    json: (request) => heard(transport.json(signed(request))),
    text: (request) => heard(transport.text(signed(request))),
    stream: (request) => heard(transport.stream(signed(request))),
    stats: () => transport.stats(),
    close: () => transport.close(),
  };
}
