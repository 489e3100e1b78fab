import type { LabelSelector } from '@slipway/apimachinery/selectors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { READ } from '../../../test/support/read.ts';
import type { PodObject } from '../objects.ts';
import { PodsByNode } from '../pods-by-node.ts';
import { snapshotOf } from '../snapshot.ts';
import { countMatching } from './topology-spread.ts';

const NODES = ['one', 'two'].map((name) => ({ metadata: { ...READ, name } }));
const SELECTORS: readonly [LabelSelector, readonly unknown[]][] = [
  [{ matchLabels: { app: 'a' } }, ['a']],
  [{ matchExpressions: [{ key: 'app', operator: 'Exists' }] }, ['a', 'b']],
];

const pod = fc.record({
  uid: fc.constantFrom('u', 'v', 'w', 'x'),
  node: fc.constantFrom('one', 'two', undefined),
  namespace: fc.constantFrom('n', 'm'),
  app: fc.constantFrom('a', 'b', undefined),
  isEnding: fc.boolean(),
  isGone: fc.boolean(),
});

describe('matching pods of a node', () => {
  it('L-21: are counted as they are now, however often they were counted before', () => {
    fc.assert(
      fc.property(fc.array(pod, { maxLength: 20 }), (changes) => {
        const pods = new PodsByNode();
        const present = new Map<string, (typeof changes)[number]>();
        for (const change of changes) {
          const { uid, node, namespace, app, isEnding, isGone } = change;
          if (isGone) {
            pods.remove(uid);
            present.delete(uid);
          } else {
            const ending = isEnding ? { deletionTimestamp: '2026-01-01T00:00:00Z' } : {};
            const object: PodObject = {
              metadata: { ...READ, name: uid, uid, namespace, labels: app ? { app } : {}, ...ending },
              spec: { containers: [], ...(node && { nodeName: node }) },
            };
            pods.put(object);
            present.set(uid, change);
          }
          for (const info of snapshotOf({ nodes: NODES, pods }).nodes) {
            for (const [selector, apps] of SELECTORS) {
              const expected = [...present.values()].filter(
                (each) =>
                  each.node === info.name && each.namespace === 'n' && !each.isEnding && apps.includes(each.app),
              );
              expect(countMatching(info, selector, 'n')).toBe(expected.length);
            }
          }
        }
      }),
    );
  });
});
