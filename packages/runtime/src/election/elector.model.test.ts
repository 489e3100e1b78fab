import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ElectionModel, type ElectionModelOptions, FAIR_WEATHER, type Weather } from '../../test/election/world.ts';

/** Faults end here. */
const END_MS = 60_000;
/** A request that was sent before the end is over by then. */
const SETTLED_MS = END_MS + 5_000;
/** A lease and two looks of a candidate, requests included. */
const TAKEOVER_MS = 24_000;

interface Fault {
  readonly at: number;
  readonly process: number;
  readonly ms: number;
  readonly what: 'block' | 'suspend' | 'set wall clock' | 'cut off' | 'crash' | 'restart';
}

const fault: fc.Arbitrary<Fault> = fc.record({
  at: fc.nat({ max: END_MS }),
  process: fc.nat({ max: 4 }),
  ms: fc.oneof(fc.nat({ max: 3_000 }), fc.integer({ min: 8_000, max: 30_000 })),
  what: fc.constantFrom('block', 'suspend', 'set wall clock', 'cut off', 'crash', 'restart'),
});

const share = fc.constantFrom(0, 0, 0.05, 0.25);
const weather: fc.Arbitrary<Weather> = fc.record({
  lost: share,
  answerLost: share,
  refused: share,
  conflict: share,
  slowMs: fc.constantFrom(10, 500, 4_000),
});

interface Schedule {
  readonly seed: number;
  /** Of the monotonic clock of each process. */
  readonly rates: readonly number[];
  readonly weather: Weather;
  readonly faults: readonly Fault[];
  /** Once: who deletes the Lease again and again between the looks of a candidate has no leader. */
  readonly deleteAt: number | undefined;
}

const schedule: fc.Arbitrary<Schedule> = fc.record({
  seed: fc.nat(),
  // Within the assumption: over one lease two clocks differ by less than lease minus renew deadline.
  rates: fc.array(fc.constantFrom(1, 1, 0.9, 1.1), { minLength: 2, maxLength: 5 }),
  weather,
  faults: fc.array(fault, { maxLength: 8 }),
  deleteAt: fc.option(fc.nat({ max: END_MS }), { nil: undefined }),
});

function inject(world: ElectionModel, { at, process, ms, what }: Fault): void {
  const leftMs = Math.min(ms, END_MS - at);
  // A set wall clock can hide a suspension of the same length, so a process meets one or the other.
  const isSuspendable = process % 2 === 0;
  switch (what) {
    case 'block':
      return world.holdUp(process, leftMs, false);
    case 'suspend':
      return world.holdUp(process, leftMs, isSuspendable);
    case 'set wall clock':
      if (!isSuspendable) world.stepWall(process, ms % 2 === 0 ? ms * 200 : -ms * 200);
      return;
    case 'cut off':
      return world.cutOff(process, leftMs);
    case 'crash':
      return world.crash(process, leftMs);
    case 'restart':
      return world.restart(process, leftMs);
  }
}

async function run(schedule: Schedule, options?: ElectionModelOptions): Promise<ElectionModel> {
  const { seed, rates, weather, faults, deleteAt } = schedule;
  const world = new ElectionModel(seed, rates, options);
  world.weather = weather;
  for (const fault of faults) {
    world.clock.timer(fault.at, () => inject(world, { ...fault, process: fault.process % rates.length }));
  }
  if (deleteAt !== undefined) world.clock.timer(deleteAt, () => world.deleteLease());
  await world.clock.advance(END_MS);
  world.weather = FAIR_WEATHER;
  return world;
}

/** A takeover at the pace of the slowest clock. */
const takeoverMs = ({ rates }: Schedule): number => TAKEOVER_MS / Math.min(...rates);

describe('elections in a world of faults', () => {
  it('R-131 R-132 R-135 R-136 R-138 R-140: no two leaders ever act at once, and 24 s after the last fault one does', async () => {
    // Worlds run side by side: each turn of the event loop then moves all of them.
    const worlds = fc.array(schedule, { minLength: 1, maxLength: 16, size: 'max' });
    await fc.assert(
      fc.asyncProperty(worlds, async (schedules) => {
        const outcomes = await Promise.all(
          schedules.map(async (schedule) => {
            const world = await run(schedule);
            await world.clock.advance(SETTLED_MS - END_MS + takeoverMs(schedule));
            const leaders = world.acting().length;
            await world.end();
            return { leaders, violations: world.violations };
          }),
        );
        expect(outcomes).toEqual(schedules.map(() => ({ leaders: 1, violations: [] })));
      }),
      { numRuns: 300 },
    );
  });

  it('R-135: what was queued behind an event loop that was blocked for 12 s does not act', async () => {
    const world = new ElectionModel(1, [1]);
    await world.clock.advance(3_000);
    expect(world.acting()).toEqual(['0.0']);
    world.holdUp(0, 12_000, false);
    let onWaking: string[] | undefined;
    world.clock.timer(12_000, () => {
      onWaking = world.acting();
    });
    await world.clock.advance(12_000);
    expect(onWaking).toEqual([]);
    await world.end();
  });

  it('R-136: a suspended leader does not act when it wakes, and goes on in the same term if none took over', async () => {
    const world = new ElectionModel(1, [1]);
    await world.clock.advance(3_000);
    world.holdUp(0, 3_600_000, true);
    let onWaking: string[] | undefined;
    world.clock.timer(3_600_000, () => {
      onWaking = world.acting();
    });
    await world.clock.advance(3_602_000);
    expect([onWaking, world.acting(), world.terms]).toEqual([[], ['0.0'], 1]);
    await world.end();
  });

  it('R-135 R-136: the worlds above have takeovers, and their oracle sees leaders that ignore their tenure', async () => {
    // The one of the two that leads is blocked for longer than a takeover takes.
    const faults = [0, 1].map(
      (process): Fault => ({ at: 1_000 + 29_000 * process, process, ms: 26_000, what: 'block' }),
    );
    const schedule = { seed: 1, rates: [1, 1], weather: FAIR_WEATHER, faults, deleteAt: undefined };
    const world = await run(schedule);
    await world.end();
    expect([world.terms >= 2, world.violations]).toEqual([true, []]);
    const blind = await run(schedule, { heedTenure: false });
    await blind.end();
    expect(blind.violations).not.toEqual([]);
  });
});
