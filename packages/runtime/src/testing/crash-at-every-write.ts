import { connect } from '@slipway/kube';
import { resourceName } from '@slipway/kube/kinds';
import { faultSeed, seededRandom, writeSchedule } from '@slipway/kube/testing';
import { type CrashPoint, crashPoints, crashSchedule, sampleOf, writesIn } from './crash-point.ts';
import { Trial, type TrialOptions } from './trial.ts';
import { describeWrite, writesOf } from './writes.ts';

export interface CrashOptions extends TrialOptions {
  /** How long nothing may happen in the end, in milliseconds of the operator's time. @default twice `withinMs` */
  readonly quietMs?: number;
  /** Runs at a time. @default 4 */
  readonly atOnce?: number;
  /** Try only so many of the crashes, chosen by `SLIPWAY_FAULT_SEED`. @default all of them */
  readonly sample?: number;
}

export interface CrashReport {
  /** The writes of the undisturbed run, in order. */
  readonly writes: readonly string[];
  /** Crashes that came to pass, each followed by the same end. */
  readonly crashes: number;
  /** Crashes that did not, because that run needed fewer writes. */
  readonly missed: readonly CrashPoint[];
}

/**
 * Crashes an operator before and after each of its writes, and expects the same end each time (F-1).
 *
 * **Expected flow.** One undisturbed run records the writes and the end state. Then, for each write, one
 * run is killed before it leaves and one when the server has carried it out and not answered; a new
 * operator starts in its place, and the scenario goes on.
 *
 * **Guarantees.** Every end state equals the undisturbed one but for what a server gives (O-1), at no
 * moment were there more objects of one role than without the crash (O-3), and then nothing more is
 * written (O-2). A failure names the write and the schedule that repeats it.
 *
 * **Assumptions.** The operator works in the namespace and by the clock that it is given, and serves
 * nothing (`metrics: false, health: false`): a killed one closes no port. It has no election; a lease
 * would have to run out after every crash.
 *
 * **Caveats.** Each run has a namespace of its own, which is left behind: use a cluster made for tests.
 */
export async function crashAtEveryWrite(options: CrashOptions): Promise<CrashReport> {
  const { kubeconfig, withinMs = 15_000, quietMs = 2 * withinMs, atOnce = 4, sample } = options;
  const cluster = await connect({ text: kubeconfig, name: 'observer' });
  const trials: Trial[] = [];
  try {
    const reference = await prepared(trials, options, cluster);
    await reference.run();
    await reference.time.pass(quietMs);
    const expected = await reference.state();
    const writes = tracedWrites(reference, options);

    const seed = faultSeed();
    const all = crashPoints(writes.length);
    const points = sample === undefined ? all : sampleOf(all, sample, seededRandom(seed));
    const missed: CrashPoint[] = [];
    const tried = await mapAtOnce(points, atOnce, async (point) => {
      const trial = await prepared(trials, options, cluster);
      const judged = { trial, point };
      await described(judged, writes, seed, options, async () => {
        if (!(await trial.run(point))) missed.push(point);
        // First what says more: a duplicate makes the end state differ too, somewhere.
        trial.roles.expectAtMost(reference.roles);
        await trial.reach(expected);
        trial.roles.expectAtMost(reference.roles);
      });
      return judged;
    });

    // One window for all: each has its own namespace and its own requests.
    const survivors = [{ trial: reference, point: undefined }, ...tried];
    for (const { trial } of survivors) await trial.beQuiet();
    await Promise.all(survivors.map(({ trial }) => trial.time.pass(quietMs)));
    for (const judged of survivors) {
      await described(judged, writes, seed, options, () => judged.trial.expectQuiet());
    }
    return { writes, crashes: points.length - missed.length, missed };
  } finally {
    const ended = await Promise.allSettled(trials.map((trial) => trial.end()));
    await cluster.close();
    const failed = ended.find((result) => result.status === 'rejected');
    // Nothing else went wrong, or that would be thrown in place of this.
    if (failed) process.emitWarning(`An operator under test did not stop: ${String(failed.reason)}`);
  }
}

async function prepared(trials: Trial[], ...args: Parameters<typeof Trial.prepare>): Promise<Trial> {
  const trial = await Trial.prepare(...args);
  trials.push(trial);
  return trial;
}

/** The writes of the undisturbed run. A kind that is not named would be neither counted nor compared. */
function tracedWrites(reference: Trial, { kinds }: CrashOptions): string[] {
  const named = new Set(kinds.map(resourceName));
  const proxy = reference.current?.proxy;
  return (proxy ? writesOf(proxy) : []).map((write) => {
    const resource = write.group ? `${write.resource}.${write.group}` : write.resource;
    if (named.has(resource) && write.namespace === reference.namespace) return describeWrite(write);
    throw new Error(
      `The operator sent ${describeWrite(write)}${write.namespace && ` in namespace ${write.namespace}`}: name its kind ` +
        'in kinds, and have it work in the namespace that it is given.',
    );
  });
}

/** Says which run it was and how to repeat it, if it fails. */
async function described(
  { trial, point }: { readonly trial: Trial; readonly point: CrashPoint | undefined },
  writes: readonly string[],
  seed: bigint,
  { kinds, sample }: CrashOptions,
  judge: () => Promise<void>,
): Promise<void> {
  try {
    await judge();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (!point) throw new Error(`Without any crash ${reason}.`, { cause });
    const schedule = writeSchedule(crashSchedule(point, writesIn(trial.namespace, kinds)));
    const write = `write ${point.write} of ${writes.length} (${writes[point.write - 1]})`;
    const when = point.moment === 'before' ? `before ${write} was sent` : `after ${write} was carried out`;
    const repeat = sample === undefined ? '' : `Repeat with SLIPWAY_FAULT_SEED=${seed}.\n`;
    throw new Error(`After a crash ${when}, ${reason}.\n${repeat}Schedule:\n${schedule}`, { cause });
  }
}

/** Works on the items in order, some of them at a time; after a failure none is begun. */
async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      try {
        results[at] = await work(items[at] as Item);
      } catch (error) {
        next = items.length;
        throw error;
      }
    }
  };
  // All are waited for: none may go on while what it works on is taken away.
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  for (const result of ended) if (result.status === 'rejected') throw result.reason;
  return results;
}
