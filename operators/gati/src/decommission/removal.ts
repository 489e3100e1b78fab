import type { Duration, Instant, Known, Ref } from '@gati-framework/contracts/deployment';
import type { Gate, GateBlocker } from './gates.ts';
import { DRAIN_GATES } from './verdict.ts';

/** What is left of a version, and whether it may go. */
export interface RemovalSituation {
  readonly gates: readonly Gate[];
  /** Whether all of it was read from the server just now, with a fresh sample (G-100). */
  readonly isLive: boolean;
  /** Whether a rule of the route still leads to it; unknown until the router has confirmed. */
  readonly isRouted: Known<boolean>;
  /** HPA and ScaledObject that exist. */
  readonly scalers: readonly Ref[];
  readonly deployment?: { readonly ref: Ref; readonly replicas: number };
  readonly pods: Known<number>;
  /** PDB, Service, ConfigMap that exist, in this order. */
  readonly rest: readonly Ref[];
  readonly drainedAt?: Instant;
  readonly deleteDelayMs: Duration;
}

/** One step. Nothing is remembered between steps: what exists says which is next (G-102). */
export type RemovalStep =
  /** A gate has closed: back to Draining, its route rule included. */
  | { readonly do: 'giveBack'; readonly blocker: GateBlocker }
  | { readonly do: 'unroute' }
  /** Read everything live, with a fresh sample, and ask again. */
  | { readonly do: 'look' }
  | { readonly do: 'delete'; readonly ref: Ref }
  /** To no replicas: from here on there is no way back but a revival. */
  | { readonly do: 'scaleDown'; readonly ref: Ref }
  | { readonly do: 'wait'; readonly for: string; readonly until?: Instant }
  /** Nothing is left: the record says Decommissioned. */
  | { readonly do: 'finish' };

/** The next step of a version that is Decommissioning (G-101). */
export function removalStep(situation: RemovalSituation, now: Instant): RemovalStep {
  const { deployment } = situation;
  const isServing = deployment !== undefined && deployment.replicas > 0;
  return isServing ? whileItCanServe(situation, deployment.ref) : afterItServed(situation, now);
}

function whileItCanServe({ gates, isRouted, isLive, scalers }: RemovalSituation, deployment: Ref): RemovalStep {
  const closed = gates.find(({ blocker }) => blocker !== undefined)?.blocker;
  if (closed) return { do: 'giveBack', blocker: closed };
  if (isRouted.unknown !== undefined) return { do: 'wait', for: `the router: ${isRouted.unknown}` };
  if (isRouted.value) return { do: 'unroute' };
  if (!isLive) return { do: 'look' };
  const [scaler] = scalers;
  // Before the pods go, or it would bring them back (G-90).
  if (scaler) return { do: 'delete', ref: scaler };
  return { do: 'scaleDown', ref: deployment };
}

function afterItServed(situation: RemovalSituation, now: Instant): RemovalStep {
  const { scalers, pods, rest, deployment, drainedAt = now, deleteDelayMs } = situation;
  const [scaler] = scalers;
  if (scaler) return { do: 'delete', ref: scaler };
  if (pods.unknown !== undefined) return { do: 'wait', for: `its pods: ${pods.unknown}` };
  if (pods.value > 0) return { do: 'wait', for: 'its pods to end' };
  const [next = deployment?.ref] = rest;
  if (next === undefined) return { do: 'finish' };
  // Without pods there is no traffic to ask about; whether anything needs it is asked to the end.
  const closed = situation.gates.find(({ name, blocker }) => blocker !== undefined && !isAboutTraffic(name))?.blocker;
  if (closed) return { do: 'wait', for: `${closed.reason}: ${closed.message}` };
  const until = drainedAt + deleteDelayMs;
  if (now < until) return { do: 'wait', for: 'deleteDelay to pass', until };
  return { do: 'delete', ref: next };
}

function isAboutTraffic(name: Gate['name']): boolean {
  return name !== 'weight' && DRAIN_GATES.includes(name);
}
