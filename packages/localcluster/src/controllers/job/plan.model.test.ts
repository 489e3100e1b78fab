import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../pods/index.ts';
import { indexesText, parseIndexes } from './indexes.ts';
import { type JobObject, TRACKING } from './job.ts';
import { planJob } from './plan.ts';
import { jobStatus } from './status.ts';

interface ModelPod {
  readonly uid: string;
  phase: string;
  tracked: boolean;
  deleted: boolean;
}

/** A Job whose controller may be stopped after any of its writes. */
class ClusterModel {
  job: JobObject;
  pods: ModelPod[] = [];
  ended = { succeeded: 0, failed: 0 };
  #made = 0;
  #nowMs = Date.parse('2026-01-01T00:00:00Z');

  constructor(spec: object) {
    this.job = {
      metadata: { name: 'work', namespace: 'default', uid: 'j' },
      spec: { template: { spec: { containers: [] } }, ...spec },
    } as object as JobObject;
  }

  /** One run, of which only the first `writes` writes happen. */
  run(writes: number): void {
    this.#nowMs += 3_600_000;
    const pods = this.pods.map(podOf);
    const plan = planJob(this.job, pods, this.#nowMs);
    let left = writes;
    for (const _ of plan.create) {
      if (left-- <= 0) return;
      this.pods.push({ uid: `p${this.#made++}`, phase: 'Pending', tracked: true, deleted: false });
    }
    for (const { metadata } of plan.remove) {
      if (left-- <= 0) return;
      for (const pod of this.pods) if (pod.uid === metadata.uid) pod.deleted = true;
    }
    if (left-- <= 0) return;
    const { status } = jobStatus(this.job, pods, plan, { made: plan.create.length, removed: plan.remove }, this.#nowMs);
    this.job = { ...this.job, status };
    for (const { metadata } of plan.tally.settled) {
      if (left-- <= 0) return;
      for (const pod of this.pods) if (pod.uid === metadata.uid) pod.tracked = false;
      // Nothing holds a deleted pod any more.
      this.pods = this.pods.filter(({ deleted, tracked }) => !deleted || tracked);
    }
  }

  end(pick: number, phase: 'Succeeded' | 'Failed'): void {
    const running = this.pods.filter((pod) => pod.phase === 'Pending' && !pod.deleted);
    const pod = running[pick % Math.max(1, running.length)];
    if (!pod) return;
    pod.phase = phase;
    this.ended[phase === 'Succeeded' ? 'succeeded' : 'failed']++;
  }

  has(type: string): boolean {
    return this.job.status?.conditions?.some((condition) => condition.type === type) ?? false;
  }
}

const podOf = ({ uid, phase, tracked, deleted }: ModelPod): PodObject => ({
  metadata: {
    ...READ,
    name: uid,
    uid,
    creationTimestamp: '2026-01-01T00:00:00Z',
    ...(tracked && { finalizers: [TRACKING] }),
    ...(deleted && { deletionTimestamp: '2026-01-01T00:00:00Z' }),
  },
  spec: { containers: [] },
  status: { phase },
});

const step = fc.oneof(
  fc.record({ do: fc.constant('run' as const), writes: fc.nat(6) }),
  fc.record({
    do: fc.constant('end' as const),
    pick: fc.nat(5),
    phase: fc.constantFrom('Succeeded' as const, 'Failed' as const),
  }),
);

describe('a Job whose controller dies between any two writes', () => {
  it('L-20: counts every pod that ended exactly once, and never runs more than it may', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 4 }),
        fc.array(step, { maxLength: 60 }),
        (completions, parallelism, steps) => {
          const world = new ClusterModel({ completions, parallelism, backoffLimit: 100 });
          for (const one of steps) {
            if (one.do === 'run') world.run(one.writes);
            else world.end(one.pick, one.phase);
            expect(
              world.pods.filter(({ phase, deleted }) => phase === 'Pending' && !deleted).length,
            ).toBeLessThanOrEqual(parallelism);
          }
          for (let rounds = 0; !world.has('Complete'); rounds++) {
            expect(rounds).toBeLessThan(100);
            world.run(100);
            world.end(0, 'Succeeded');
          }
          const { succeeded = 0, failed = 0, uncountedTerminatedPods } = world.job.status ?? {};
          expect({ succeeded, failed }).toEqual(world.ended);
          expect(succeeded).toBe(completions);
          expect(uncountedTerminatedPods).toEqual({});
          expect(world.pods.some(({ tracked }) => tracked)).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('L-20: fails after its limit, with every pod counted and none left', () => {
    const world = new ClusterModel({ completions: 3, parallelism: 3, backoffLimit: 1 });
    for (let rounds = 0; rounds < 20; rounds++) {
      world.run(100);
      if (!world.has('FailureTarget')) world.end(0, 'Failed');
    }
    expect(world.has('Failed')).toBe(true);
    expect(world.pods.some(({ tracked }) => tracked)).toBe(false);
  });

  it('L-20: indexes are written as ranges and read back', () => {
    expect(indexesText([1, 2, 3, 5, 7, 8])).toBe('1-3,5,7,8');
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), (indexes) => {
        expect([...parseIndexes(indexesText(indexes))]).toEqual(indexes.toSorted((a, b) => a - b));
      }),
    );
  });
});
