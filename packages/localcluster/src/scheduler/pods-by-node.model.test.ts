import fc from 'fast-check';
import { expect, it } from 'vitest';
import { READ } from '../../test/support/read.ts';
import type { PodObject } from './objects.ts';
import { PodsByNode } from './pods-by-node.ts';

const NODES = ['a', 'b'];
const node = fc.constantFrom(...NODES, undefined);
const step = fc.record({ uid: fc.constantFrom('1', '2', '3', '4'), isGone: fc.boolean(), on: node, nominated: node });

it('L-21: pods are counted where they are and where room is made for them, and a node without change stays the same', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const pods = new PodsByNode();
      const model = new Map<string, PodObject>();
      for (const { uid, isGone, on, nominated } of steps) {
        const before = NODES.map((name) => pods.on(name));
        const wasOn = model.get(uid)?.spec?.nodeName;
        if (isGone) {
          model.delete(uid);
          pods.remove(uid);
        } else {
          const pod = podOf(uid, on, nominated);
          model.set(uid, pod);
          pods.put(pod);
        }
        NODES.forEach((name, index) => {
          if (name !== wasOn && (isGone || name !== on)) expect(pods.on(name)).toBe(before[index]);
        });
      }
      for (const name of NODES) {
        const placed = [...model.values()].filter(({ spec }) => spec?.nodeName === name);
        const waiting = [...model.values()].filter(
          ({ spec, status }) => !spec?.nodeName && status?.nominatedNodeName === name,
        );
        expect(new Set(pods.on(name).map(({ pod }) => pod))).toEqual(new Set(placed));
        expect(new Set(pods.nominatedTo(name).map(({ pod }) => pod))).toEqual(new Set(waiting));
      }
    }),
    { numRuns: 1_000 },
  );
});

function podOf(uid: string, nodeName: string | undefined, nominatedNodeName: string | undefined): PodObject {
  return {
    metadata: { ...READ, uid, name: uid, namespace: 'default' },
    spec: { containers: [], ...(nodeName === undefined ? {} : { nodeName }) },
    status: nominatedNodeName === undefined ? {} : { nominatedNodeName },
  };
}
