import { type ProcessFacts, readProcessFacts } from '../contestants/index.ts';
import type { Client } from './client.ts';

/** An API server that answers, and the processes it is made of. */
export interface Server {
  readonly client: Client;
  readonly pids: readonly number[];
  /** From the start of its first process to the first answer that says it is ready. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** What is compared. */
export interface ServerKind {
  readonly name: 'localcluster' | 'kube-apiserver + etcd';
  start(): Promise<Server>;
}

/** Of all processes of the server together. */
export function factsOf({ pids }: Pick<Server, 'pids'>): ProcessFacts {
  const facts = pids.map(readProcessFacts);
  const sum = (of: keyof ProcessFacts): number => facts.reduce((total, fact) => total + fact[of], 0);
  return { peakBytes: sum('peakBytes'), residentBytes: sum('residentBytes'), cpuSeconds: sum('cpuSeconds') };
}

export interface Cost {
  readonly ms: number;
  /** User and system time of the server, in steps of 10 ms. */
  readonly cpuSeconds: number;
}

/** What a piece of work takes, and what it takes of the server. */
export async function costOf(server: Pick<Server, 'pids'>, work: () => Promise<void>): Promise<Cost> {
  const before = factsOf(server).cpuSeconds;
  const startedAt = performance.now();
  await work();
  return { ms: performance.now() - startedAt, cpuSeconds: factsOf(server).cpuSeconds - before };
}
