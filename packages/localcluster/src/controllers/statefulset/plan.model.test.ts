import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../pods/index.ts';
import { REVISION_LABEL, type StatefulSetObject } from './identity.ts';
import { planStatefulSet } from './plan.ts';

interface Replica {
  readonly ready: boolean;
  readonly revision: string;
}

const setOf = (replicas: number, policy: string, partition: number): StatefulSetObject =>
  ({
    metadata: { name: 'web', generation: 1 },
    spec: {
      replicas,
      podManagementPolicy: policy,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition } },
    },
  }) as object as StatefulSetObject;

const podOf = (ordinal: number, { ready, revision }: Replica): PodObject => ({
  metadata: { ...READ, name: `web-${ordinal}`, labels: { [REVISION_LABEL]: revision } },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
});

const replica = fc.record<Replica>({ ready: fc.boolean(), revision: fc.constantFrom('old', 'new') });
const pods = fc.array(fc.option(replica, { nil: undefined }), { maxLength: 6 });

const plan = (set: StatefulSetObject, replicas: readonly (Replica | undefined)[]) =>
  planStatefulSet({
    set,
    pods: replicas.flatMap((one, ordinal) => (one ? [podOf(ordinal, one)] : [])),
    current: 'old',
    update: 'new',
    wallMs: 0,
  });

describe('a StatefulSet in order', () => {
  it('L-20: does one thing at a time, makes no pod above one that is not ready, ends none below another', () => {
    fc.assert(
      fc.property(fc.nat(5), fc.nat(3), pods, (replicas, partition, seen) => {
        const { create, remove } = plan(setOf(replicas, 'OrderedReady', partition), seen);
        expect(create.length + remove.length).toBeLessThanOrEqual(1);
        for (const { ordinal } of create) expect(seen.slice(0, ordinal).every((one) => one?.ready)).toBe(true);
        for (const pod of remove) {
          const ordinal = Number(pod.metadata.name?.slice(4));
          if (ordinal >= replicas) expect(seen.slice(ordinal + 1).every((one) => one === undefined)).toBe(true);
          else expect(ordinal).toBeGreaterThanOrEqual(partition);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('L-20: ends with so many pods as wanted, those above the partition of the new revision, and then rests', () => {
    fc.assert(
      fc.property(
        fc.nat(5),
        fc.nat(6),
        fc.constantFrom('OrderedReady', 'Parallel'),
        pods,
        (replicas, partition, policy, start) => {
          const set = setOf(replicas, policy, partition);
          let seen: (Replica | undefined)[] = [...start];
          for (let rounds = 0; ; rounds++) {
            const { create, remove } = plan(set, seen);
            if (create.length + remove.length === 0 && seen.every((one) => !one || one.ready)) break;
            expect(rounds).toBeLessThan(100);
            for (const { ordinal, revision } of create) seen[ordinal] = { ready: true, revision };
            for (const { metadata } of remove) seen[Number(metadata.name?.slice(4))] = undefined;
            seen = Array.from(seen, (one) => one && { ...one, ready: true });
          }
          expect(seen.flatMap((one, ordinal) => (one ? [ordinal] : []))).toEqual(
            Array.from({ length: replicas }, (_, index) => index),
          );
          expect(seen.slice(partition).every((one) => !one || one.revision === 'new')).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});
