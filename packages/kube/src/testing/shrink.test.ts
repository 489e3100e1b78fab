import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSchedule, type ScheduledFault } from './schedule.ts';
import { runWithRandomFaults, shrinkSchedule } from './shrink.ts';

const numbered = (nth: number): ScheduledFault => ({ match: { verb: 'create' }, nth, fault: 'cutAnswer' });

describe('shrinking', () => {
  it('P-3: any planted set of faults is what is left, in order, whatever surrounds it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(30)), fc.array(fc.boolean()), async (all, marks) => {
        const needed = all.filter((_, index) => marks[index]);
        const fails = async (schedule: readonly ScheduledFault[]): Promise<boolean> =>
          needed.every((nth) => schedule.some((fault) => fault.nth === nth));
        expect(await shrinkSchedule(all.map(numbered), fails)).toEqual(needed.map(numbered));
      }),
      { numRuns: 50 },
    );
  });

  it('P-3: where either of two faults is enough, one is left', async () => {
    const fails = async (schedule: readonly ScheduledFault[]): Promise<boolean> =>
      schedule.some(({ nth }) => nth === 2 || nth === 4);
    expect(await shrinkSchedule([1, 2, 3, 4].map(numbered), fails)).toHaveLength(1);
  });

  it('P-1, P-3: a failure is written as its least schedule and reported with its seed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'faults-'));
    try {
      const bug = new Error('two objects for one role');
      const failure = await runWithRandomFaults({
        name: 'planted',
        folder: join(folder, 'regressions'),
        seed: 42n,
        count: 30,
        choices: [
          { match: { verb: 'create' }, among: 3, fault: 'cutAnswer' },
          { match: { verb: 'watch' }, among: 3, fault: 'drop' },
        ],
        run: async (schedule) => {
          if (schedule.some(({ fault, nth }) => fault === 'cutAnswer' && nth === 2)) throw bug;
        },
      }).catch((error: unknown) => error as Error);
      expect(failure).toMatchObject({
        cause: bug,
        message: expect.stringContaining('SLIPWAY_FAULT_SEED=42') as string,
      });
      const least = readSchedule(await readFile(join(folder, 'regressions', 'planted.jsonl'), 'utf8'));
      expect(least).toEqual([{ match: { verb: 'create' }, nth: 2, fault: 'cutAnswer' }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('P-3: a run that holds leaves nothing behind', async () => {
    await runWithRandomFaults({ name: 'fine', folder: '/nowhere', count: 1, choices: [], run: async () => {} });
  });
});
