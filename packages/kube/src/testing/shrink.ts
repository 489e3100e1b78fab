import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type FaultChoice, faultSeed, randomSchedule, seededRandom } from './random.ts';
import { type ScheduledFault, writeSchedule } from './schedule.ts';

/**
 * Takes faults out one by one as long as it still fails, until each that is left is needed (P-3).
 * `fails` runs the case anew with the schedule it is given.
 */
export async function shrinkSchedule(
  schedule: readonly ScheduledFault[],
  fails: (schedule: readonly ScheduledFault[]) => Promise<boolean>,
): Promise<readonly ScheduledFault[]> {
  for (let at = 0; at < schedule.length; at++) {
    const without = schedule.toSpliced(at, 1);
    // From the start again: a fault that was needed beside this one may not be without it.
    if (await fails(without)) return shrinkSchedule(without, fails);
  }
  return schedule;
}

export interface RandomFaultsOptions {
  /** Names the case, and the file of its least schedule: `<name>.jsonl`. */
  readonly name: string;
  readonly choices: readonly FaultChoice[];
  readonly count: number;
  /** Where the least schedule goes after a failure. */
  readonly folder: string;
  /** @default SLIPWAY_FAULT_SEED, or a new one */
  readonly seed?: bigint;
  /** One run from a fresh start. It rejects if an invariant does not hold. */
  readonly run: (schedule: readonly ScheduledFault[]) => Promise<void>;
}

/** Runs a case with faults at random. A failure is shrunk, written down, and reported with its seed. */
export async function runWithRandomFaults(options: RandomFaultsOptions): Promise<void> {
  const { name, folder, run, seed = faultSeed() } = options;
  const schedule = randomSchedule(seededRandom(seed), options);
  const failureOf = (candidate: readonly ScheduledFault[]): Promise<{ error: unknown } | undefined> =>
    run(candidate).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
  const failure = await failureOf(schedule);
  if (failure === undefined) return;

  const least = await shrinkSchedule(schedule, async (candidate) => (await failureOf(candidate)) !== undefined);
  const file = join(folder, `${name}.jsonl`);
  await mkdir(folder, { recursive: true });
  await writeFile(file, writeSchedule(least));
  throw new Error(
    `${name} fails with ${schedule.length} faults; the ${least.length} that are needed are in ${file}. ` +
      `Repeat all of them with SLIPWAY_FAULT_SEED=${seed}.`,
    { cause: failure.error },
  );
}
