import type { DeepReadonly, ObjectOf } from '@slipway/kube';
import type { Pod } from '@slipway/kube/kinds';

type PodObject = DeepReadonly<ObjectOf<typeof Pod>>;

interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** Stands for every address of a node. */
const ANY = '0.0.0.0';

/** Whether two pods ask for the same port of their node: two that are both bound to it past the scheduler. */
export function haveSameHostPort(one: PodObject, other: PodObject): boolean {
  const taken = hostPortsOf(other);
  return hostPortsOf(one).some((asked) => taken.some((port) => collide(asked, port)));
}

export function hostPortsOf({ spec }: PodObject): HostPort[] {
  const containers = [...(spec?.initContainers ?? []), ...(spec?.containers ?? [])];
  return containers
    .flatMap(({ ports = [] }) => ports)
    .flatMap(({ hostPort, hostIP, protocol = 'TCP' }) =>
      hostPort ? [{ ip: hostIP || ANY, protocol, port: hostPort }] : [],
    );
}

function collide(one: HostPort, other: HostPort): boolean {
  if (one.port !== other.port || one.protocol !== other.protocol) return false;
  return one.ip === other.ip || one.ip === ANY || other.ip === ANY;
}
