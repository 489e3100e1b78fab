import type { Amounts } from '../requests.ts';
import { MOST, type Score } from './score.ts';

const RESOURCES = ['cpu', 'memory'] as const;

/** The emptier a node is with the pod on it, the better. */
export const leastAllocated: Score = {
  weight: 1,
  of: ({ assumedRequests }, nodes) =>
    nodes.map(({ allocatable, assumedRequested }) => {
      const shares = RESOURCES.flatMap((name) => {
        const room = allocatable[name] ?? 0;
        if (room === 0) return [];
        const used = (assumedRequested[name] ?? 0) + (assumedRequests[name] ?? 0);
        return [used > room ? 0 : Math.floor(((room - used) * MOST) / room)];
      });
      return shares.length === 0 ? 0 : Math.floor(shares.reduce((sum, share) => sum + share, 0) / shares.length);
    }),
};

/** The more the pod evens out the use of cpu and memory, the better. */
export const balancedAllocation: Score = {
  weight: 1,
  of({ requests }, nodes) {
    if (RESOURCES.every((name) => !requests[name])) return undefined;
    return nodes.map(({ allocatable, requested }) => {
      const after = balance(requested, requests, allocatable);
      const before = balance(requested, {}, allocatable);
      return MOST / 2 + Math.trunc((MOST / 2 + after - before) / 2);
    });
  },
};

function balance(requested: Amounts, more: Amounts, allocatable: Amounts): number {
  const fractions = RESOURCES.flatMap((name) => {
    const room = allocatable[name] ?? 0;
    return room === 0 ? [] : [Math.min(1, ((requested[name] ?? 0) + (more[name] ?? 0)) / room)];
  });
  const [cpu = 0, memory = cpu] = fractions;
  return Math.trunc((1 - Math.abs(cpu - memory) / 2) * MOST);
}
