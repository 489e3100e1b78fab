import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schedulingCase } from '../../test/differential/random-scheduling.ts';
import { NAMED_CASES, type SchedulingCase } from '../../test/support/named-scheduling.ts';
import { READ } from '../../test/support/read.ts';
import { type Decision, schedule, snapshotOf } from './index.ts';
import type { NodeObject, PodObject } from './objects.ts';

/** A node as it is read. */
const read = (node: SchedulingCase['nodes'][number]): NodeObject => ({
  ...node,
  metadata: { ...READ, ...node.metadata },
});

const decide = ({ nodes, pods, pod }: SchedulingCase): Decision =>
  schedule(priced(pod), snapshotOf({ nodes: nodes.map(read), pods: pods.map(priced) }));

/** What the API server makes of a pod: it is one of its own, and its priority is that of the class. */
function priced(pod: SchedulingCase['pod']): PodObject {
  const name = pod.spec?.priorityClassName;
  const priority = { low: -10, middle: 50, high: 1000, polite: 1 }[name ?? ''] ?? 0;
  const preemptionPolicy = name === 'polite' ? 'Never' : 'PreemptLowerPriority';
  const metadata = { ...READ, ...pod.metadata, uid: pod.metadata.name ?? READ.uid };
  return { ...pod, metadata, spec: { containers: [], ...pod.spec, priority, preemptionPolicy } };
}

describe('schedule', () => {
  it.each(NAMED_CASES)('L-21: $title', ({ given, outcome }) => {
    const decision = decide(given);
    expect(decision.is === 'placed' ? decision.feasible.join() : decision.message).toBe(outcome);
  });

  it('L-21: without nodes there is one thing to say', () => {
    expect(decide({ nodes: [], pods: [], pod: { metadata: { name: 'a' } } })).toMatchObject({
      message: 'no nodes available to schedule pods',
    });
  });

  it('L-21: a pod is placed on a feasible node or gets an Event with how many nodes refuse it, all of them', () => {
    fc.assert(
      fc.property(schedulingCase, (given) => {
        const decision = decide(given);
        if (decision.is === 'placed') {
          for (const node of decision.nodes) expect(decision.feasible).toContain(node);
        } else {
          expect(decision.message).toMatch(new RegExp(`^0/${given.nodes.length} nodes are available: `));
          expect(decision.refusedBy.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('L-21: victims of a preemption have less priority, and without them the pod fits where it is nominated', () => {
    fc.assert(
      fc.property(schedulingCase, (given) => {
        const decision = decide(given);
        if (decision.is === 'placed' || !decision.preemption) return;
        const { node, victims } = decision.preemption;
        const names = new Set<string | undefined>(victims.map(({ metadata }) => metadata.name));
        expect(names.size).toBeGreaterThan(0);
        for (const { spec } of victims) expect(spec?.priority).toBeLessThan(priced(given.pod).spec?.priority ?? 0);
        const after = decide({ ...given, pods: given.pods.filter(({ metadata }) => !names.has(metadata.name)) });
        expect(after).toMatchObject({ is: 'placed', feasible: expect.arrayContaining([node]) });
      }),
      { numRuns: 500 },
    );
  });

  it('L-21: more room never makes a placed pod homeless', () => {
    fc.assert(
      fc.property(schedulingCase, (given) => {
        const before = decide(given);
        if (before.is !== 'placed') return;
        const isPlain = !given.pod.spec?.affinity?.podAffinity && !given.pod.spec?.topologySpreadConstraints;
        if (!isPlain) return;
        const after = decide({ ...given, pods: [] });
        expect(after).toMatchObject({ is: 'placed', feasible: expect.arrayContaining([...before.feasible]) });
      }),
    );
  });
});
