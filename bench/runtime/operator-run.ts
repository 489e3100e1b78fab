import { setTimeout as sleep } from 'node:timers/promises';
import { type ProcessFacts, readProcessFacts, withContestant } from '../contestants/index.ts';
import { type Cores, onContestantCore, watchServerCore } from '../ground/index.ts';
import type { AuditedRequest } from './audit-log.ts';
import { CONTESTANT, type OperatorGround, type Rights, startOperatorGround } from './operator-ground.ts';
import type { Operator } from './operators.ts';
import { isAccepted, isWrite } from './writes.ts';

/** What an operator has sent so far. */
export type Requests = () => readonly AuditedRequest[];

/** An operator at work on ground of its own. */
export interface Stage {
  readonly ground: OperatorGround;
  readonly requests: Requests;
  facts(): ProcessFacts;
}

/** How long nothing may be written until the work counts as done. */
const QUIET_MS = 2_000;
/** A run beyond this counts as failed. */
const MOST_MS = 600_000;
const POLL_MS = 200;

/** Starts new ground and the operator, waits for its caches, plays, and ends both. */
export async function withOperator<T>(
  operator: Operator,
  cores: Cores,
  play: (stage: Stage) => Promise<T>,
  rights?: Rights,
): Promise<T> {
  const ground = await startOperatorGround(rights);
  try {
    return await withContestant(onContestantCore(cores, operator.command(ground.kubeconfigPath)), async (running) => {
      await running.sync();
      return await play({
        ground,
        requests: () => ground.audit.read().filter(({ user }) => user === CONTESTANT),
        facts: () => readProcessFacts(running.pid),
      });
    });
  } finally {
    await ground.stop();
  }
}

/** Waits until so many Widgets are reported ready. Returns when the last of them was. */
export async function untilReady(requests: Requests, count: number): Promise<number> {
  const deadline = Date.now() + MOST_MS;
  for (;;) {
    const readyAt = firstReports(requests());
    if (readyAt.size >= count) return Math.max(...readyAt.values());
    if (Date.now() > deadline) throw new Error(`After ${MOST_MS / 1000} s ${readyAt.size} of ${count} are ready.`);
    await sleep(POLL_MS);
  }
}

function firstReports(requests: readonly AuditedRequest[]): Map<string, number> {
  const reports = new Map<string, number>();
  for (const request of requests) {
    const { resource, name, answeredAt } = request;
    const isReport = resource === 'widgets/status' && isWrite(request) && isAccepted(request);
    if (isReport && !reports.has(name)) reports.set(name, answeredAt);
  }
  return reports;
}

/** Waits until the operator writes no more. */
export async function untilQuiet(requests: Requests): Promise<void> {
  const deadline = Date.now() + MOST_MS;
  for (;;) {
    const last = requests().filter(isWrite).at(-1)?.answeredAt ?? 0;
    if (Date.now() - last > QUIET_MS) return;
    if (Date.now() > deadline) throw new Error(`After ${MOST_MS / 1000} s it still writes.`);
    await sleep(POLL_MS);
  }
}

/** What the machine did from now on; the returned function tells. */
export function watchMachine(stage: Stage): () => { cpuSeconds: number; peakBytes: number; serverCoreBusy: number } {
  const before = stage.facts().cpuSeconds;
  const serverCoreBusy = watchServerCore();
  return () => {
    const { cpuSeconds, peakBytes } = stage.facts();
    return { cpuSeconds: cpuSeconds - before, peakBytes, serverCoreBusy: serverCoreBusy() };
  };
}
