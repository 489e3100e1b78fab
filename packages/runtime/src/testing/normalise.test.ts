import type { AnyObject } from '@slipway/kube';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normaliseState } from './normalise.ts';

/** The same content as two runs would leave it behind: `run` decides all that differs by nature. */
function state(run: string, order: readonly number[] = [0, 1, 2, 3]): AnyObject[] {
  const namespace = `test-${run}`;
  const server = (uid: string) => ({
    uid: `${uid}-${run}`,
    resourceVersion: `${run.length}1`,
    creationTimestamp: `2026-01-0${run.length}T00:00:00Z`,
    managedFields: [{ manager: run }],
  });
  const pod = (suffix: string, role: string): AnyObject & Record<string, unknown> => ({
    kind: 'Pod',
    metadata: { ...server(suffix), namespace, name: `web-${suffix}${run}`, generateName: 'web-' },
    spec: { role },
  });
  const objects = [
    {
      kind: 'Website',
      metadata: { ...server('site'), namespace, name: 'web', generation: 1 },
      status: {
        url: `http://web.${namespace}.svc`,
        active: `web-b${run}`,
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: `2026-01-0${run.length}T00:00:00Z` }],
      },
    },
    pod(run === 'one' ? 'a' : 'z', 'old'),
    {
      ...pod('b', 'new'),
      metadata: {
        ...pod('b', 'new').metadata,
        ownerReferences: [{ kind: 'Website', name: 'web', uid: `site-${run}` }],
      },
    },
    {
      kind: 'Service',
      metadata: { ...server('svc'), namespace, name: 'web' },
      spec: { clusterIP: `10.0.0.${run.length}` },
    },
    { kind: 'Lease', metadata: { namespace, name: run } },
    { kind: 'Event', metadata: { namespace, name: run } },
    { kind: 'ConfigMap', metadata: { namespace, name: 'kube-root-ca.crt' } },
  ] as AnyObject[];
  return [...order.map((at) => objects[at] as AnyObject), ...objects.slice(4)];
}

describe('a normalised state', () => {
  it('O-1: is the same for two runs that differ only in what a server gives, whatever the order of the list', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), (order) => {
        expect(normaliseState(state('three', order))).toEqual(normaliseState(state('one')));
      }),
    );
  });

  it('O-1: keeps what was meant, with marks where something is named', () => {
    const normal = normaliseState(state('one'));
    expect(Object.keys(normal)).toEqual(['Pod web-<1>', 'Pod web-<2>', 'Service web', 'Website web']);
    expect(normal['Website web']).toEqual({
      kind: 'Website',
      metadata: {
        uid: '<uid of Website web>',
        creationTimestamp: '<time>',
        namespace: '<namespace>',
        name: 'web',
        generation: 1,
      },
      status: {
        url: 'http://web.<namespace>.svc',
        active: 'web-<1>',
        conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '<time>' }],
      },
    });
    expect(normal['Pod web-<1>']).toMatchObject({ metadata: { ownerReferences: [{ uid: '<uid of Website web>' }] } });
  });

  it('O-1: shows every other difference', () => {
    const normal = normaliseState(state('one'));
    const changes: readonly (readonly [string, string])[] = [
      ['"generation":1', '"generation":2'],
      ['"status":"True"', '"status":"False"'],
      ['"name":"web","uid":"site-one"}]', '"name":"other","uid":"another"}]'],
      ['"active":"web-bone"', '"active":"web-aone"'],
      ['"clusterIP":"10.0.0.3"', '"clusterIP":"None"'],
    ];
    for (const [from, to] of changes) {
      const text = JSON.stringify(state('one'));
      expect(text).toContain(from);
      expect(normaliseState(JSON.parse(text.replace(from, to)) as AnyObject[])).not.toEqual(normal);
    }
    expect(normaliseState(state('one', [0, 2, 3]))).not.toEqual(normal);
  });
});
