import type { HostPort } from '../pod-info.ts';
import { curable, type Filter } from './filter.ts';

const ANY_IP = '0.0.0.0';

export const nodePorts: Filter = {
  name: 'NodePorts',
  prepare({ hostPorts }) {
    if (hostPorts.length === 0) return undefined;
    return ({ pods }) => {
      const isTaken = pods.some((other) => other.hostPorts.some((used) => hostPorts.some((port) => clash(port, used))));
      return isTaken ? curable("node(s) didn't have free ports for the requested pod ports") : undefined;
    };
  },
};

function clash(one: HostPort, other: HostPort): boolean {
  if (one.port !== other.port || one.protocol !== other.protocol) return false;
  return one.ip === other.ip || one.ip === ANY_IP || other.ip === ANY_IP;
}

export const nodeResourcesFit: Filter = {
  name: 'NodeResourcesFit',
  prepare({ requests }) {
    const wanted = Object.entries(requests).filter(([name, amount]) => amount > 0 && isCounted(name));
    return ({ pods, allocatable, requested }) => {
      const missing = wanted.filter(([name, amount]) => amount > (allocatable[name] ?? 0) - (requested[name] ?? 0));
      const reasons = [
        ...(pods.length + 1 > (allocatable['pods'] ?? 0) ? ['Too many pods'] : []),
        ...missing.map(([name]) => `Insufficient ${name}`),
      ];
      if (reasons.length === 0) return undefined;
      // More than an empty node has: nobody's end makes room.
      return { reasons, isFinal: missing.some(([name, amount]) => amount > (allocatable[name] ?? 0)) };
    };
  },
};

/** Resources that are counted per node; what else a container names is nobody's to give. */
function isCounted(name: string): boolean {
  if (['cpu', 'memory', 'ephemeral-storage'].includes(name)) return true;
  return name.includes('/') || name.startsWith('hugepages-') || name.startsWith('attachable-volumes-');
}
