import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { NodeObject } from '../objects/index.ts';
import type { PodObject } from '../pods/index.ts';
import { isWanted, planDaemonSet } from './plan.ts';
import { type DaemonSetObject, daemonPod, REVISION_LABEL } from './pod.ts';

const setOf = (rollingUpdate: object): DaemonSetObject =>
  ({
    metadata: { name: 'agent', namespace: 'default', uid: 'd', generation: 1 },
    spec: {
      template: { spec: { containers: [], nodeSelector: { agent: 'yes' } } },
      updateStrategy: { type: 'RollingUpdate', rollingUpdate },
    },
  }) as object as DaemonSetObject;

const nodeOf = (name: string, labels: object = { agent: 'yes' }, taints: object[] = []): NodeObject =>
  ({ metadata: { ...READ, name, labels }, spec: { taints } }) as NodeObject;

interface Daemon {
  readonly node: string;
  readonly hash: string;
  readonly ready: boolean;
}

const podOf = ({ node, hash, ready }: Daemon, index: number): PodObject => ({
  metadata: { ...READ, name: `p${index}`, labels: { [REVISION_LABEL]: hash } },
  spec: { containers: [], nodeName: node },
  status: { phase: 'Running', conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }] },
});

const names = ['a', 'b', 'c', 'd'];
const daemon = fc.record<Daemon>({
  node: fc.constantFrom(...names, 'gone'),
  hash: fc.constantFrom('old', 'new'),
  ready: fc.boolean(),
});
const bounds = fc.oneof(
  fc.record({ maxUnavailable: fc.integer({ min: 1, max: 3 }), maxSurge: fc.constant(0) }),
  fc.record({ maxUnavailable: fc.constant(0), maxSurge: fc.integer({ min: 1, max: 3 }) }),
);

describe('a DaemonSet, whatever it finds', () => {
  it('L-20: ends with one new pod on each of its nodes, and then rests', () => {
    fc.assert(
      fc.property(bounds, fc.array(daemon, { maxLength: 8 }), (rollingUpdate, start) => {
        const set = setOf(rollingUpdate);
        const nodes = names.map((name) => nodeOf(name));
        let daemons = start.filter(({ node }) => node !== 'gone');
        for (let rounds = 0; ; rounds++) {
          const pods = daemons.map(podOf);
          const { create, remove, ended } = planDaemonSet({ set, nodes, pods, hash: 'new', wallMs: 0 });
          if (create.length + remove.length + ended.length === 0 && daemons.every(({ ready }) => ready)) break;
          expect(rounds).toBeLessThan(50);
          daemons = [
            ...daemons.filter((_, index) => !remove.some(({ metadata }) => metadata.name === `p${index}`)),
            ...create.map((node) => ({ node, hash: 'new', ready: false })),
          ].map((one) => ({ ...one, ready: true }));
        }
        expect(daemons.map(({ node }) => node).sort((a, b) => (a < b ? -1 : 1))).toEqual(names);
        expect(daemons.every(({ hash }) => hash === 'new')).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('L-20: replaces no more at once than may be away', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.constantFrom('old', 'new'), { minLength: 4, maxLength: 4 }),
        (maxUnavailable, hashes) => {
          const pods = hashes.map((hash, index) => podOf({ node: names[index] ?? '', hash, ready: true }, index));
          const nodes = names.map((name) => nodeOf(name));
          const { remove } = planDaemonSet({ set: setOf({ maxUnavailable }), nodes, pods, hash: 'new', wallMs: 0 });
          expect(remove.length).toBe(Math.min(maxUnavailable, hashes.filter((hash) => hash === 'old').length));
        },
      ),
    );
  });

  it('L-20: goes where selector and taints let it, and stays where only scheduling is forbidden', () => {
    const set = setOf({});
    expect(isWanted(set, nodeOf('x', {}))).toEqual({ isNew: false, mayStay: false });
    expect(isWanted(set, nodeOf('x', { agent: 'yes' }, [{ key: 'k', effect: 'NoSchedule' }]))).toEqual({
      isNew: false,
      mayStay: true,
    });
    const cordoned = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };
    expect(isWanted(set, nodeOf('x', { agent: 'yes' }, [cordoned]))).toEqual({ isNew: true, mayStay: true });
    expect(daemonPod(set, 'x', 'h').spec?.affinity?.nodeAffinity).toBeDefined();
  });
});
