import type { DeepReadonly, ObjectOf } from '@slipway/kube';
import type { EndpointSlice, Service } from '@slipway/kube/kinds';

type Slice = DeepReadonly<ObjectOf<typeof EndpointSlice>>;
type ServiceObject = DeepReadonly<ObjectOf<typeof Service>>;

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** The name of a port of a Service, given by name or number; undefined where it has no such port. */
export function portName({ spec }: ServiceObject, port: string | number | undefined): string | undefined {
  const ports = spec?.ports ?? [];
  const found = port === undefined ? ports[0] : ports.find((each) => each.name === port || each.port === Number(port));
  return found && (found.name ?? '');
}

/** Where a port of a Service is served now: by endpoints that are ready, and by no other. */
export function readyEndpoints(slices: readonly Slice[], port: string): Endpoint[] {
  return slices.flatMap(({ endpoints, ports }) => {
    const number = (ports ?? []).find(({ name }) => (name ?? '') === port)?.port;
    if (number === undefined) return [];
    return (endpoints ?? [])
      .filter(({ conditions }) => conditions?.ready !== false)
      .flatMap(({ addresses }) => addresses.slice(0, 1).map((host) => ({ host, port: number })));
  });
}
