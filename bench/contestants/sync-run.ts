import { setTimeout as sleep } from 'node:timers/promises';
import { type Cores, type Ground, onContestantCore } from '../ground/index.ts';
import { median } from '../statistics/index.ts';
import { withContestant } from './contestant-process.ts';
import type { Contestant } from './line-up.ts';
import { readProcessFacts } from './process-facts.ts';

/** One contestant, once, from the start of its process to a settled cache. */
export interface Measurement {
  /** Start of the process to ready: loading code and configuration. */
  readonly loadMs: number;
  /** Ready to synced. */
  readonly syncMs: number;
  readonly startToSyncedMs: number;
  readonly peakBytes: number;
  readonly settledBytes: number;
  readonly cpuSeconds: number;
  readonly receivedBytes: number;
  /** Busy share of the server's core from ready to synced. Not a result: it says whether there can be one. */
  readonly serverCoreBusy: number;
}

export interface SyncOptions {
  readonly ground: Ground;
  readonly cores: Cores;
  readonly namespace: string;
  readonly objects: number;
  /** Time between synced and the readings of what is settled. */
  readonly settleMs: number;
}

const SETTLED_READINGS = 10;

/** @throws if the contestant ends early, does not answer, or holds another number of objects. */
export async function measureSync(contestant: Contestant, options: SyncOptions): Promise<Measurement> {
  const { ground, cores, namespace, objects, settleMs } = options;
  const bytesBefore = ground.bytesToContestants;
  const startedAt = performance.now();
  const command = contestant.command({ kubeconfigPath: ground.kubeconfigPath, namespace });
  return await withContestant(onContestantCore(cores, command), async (running) => {
    const readyAt = performance.now();
    const serverCoreBusy = ground.watchServerCore();
    const synced = await running.sync();
    const syncedAt = performance.now();
    const busy = serverCoreBusy();
    if (synced.objects !== objects) throw new Error(`It holds ${synced.objects} objects of ${objects}.`);
    const settledBytes = await settledMemory(running.pid, settleMs);
    const { peakBytes, cpuSeconds } = readProcessFacts(running.pid);
    return {
      loadMs: readyAt - startedAt,
      syncMs: syncedAt - readyAt,
      startToSyncedMs: syncedAt - startedAt,
      peakBytes,
      settledBytes,
      cpuSeconds,
      receivedBytes: ground.bytesToContestants - bytesBefore,
      serverCoreBusy: busy,
    };
  });
}

async function settledMemory(pid: number, settleMs: number): Promise<number> {
  await sleep(settleMs);
  const readings: number[] = [];
  for (let reading = 0; reading < SETTLED_READINGS; reading++) {
    readings.push(readProcessFacts(pid).residentBytes);
    await sleep(50);
  }
  return median(readings);
}
