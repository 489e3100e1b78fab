import type { AnyObject } from '@slipway/kube';
import { ConfigMap, Secret, Service } from '@slipway/kube/kinds';
import { expect, it } from 'vitest';
import { nameOf, withoutGarbage } from './observed-state.ts';

const object = (kind: string, name: string, ...owners: readonly [kind: string, name: string][]): AnyObject => ({
  apiVersion: 'v1',
  kind,
  metadata: {
    name,
    uid: `${kind}-${name}`,
    ownerReferences: owners.map(([ownerKind, owner]) => ({
      apiVersion: 'v1',
      kind: ownerKind,
      name: owner,
      uid: `${ownerKind}-${owner}`,
    })),
  },
});

it('O-1: what the garbage collector will take is no part of a state, with all that hangs on it', () => {
  const kinds = [ConfigMap, Secret];
  const state = [
    object('ConfigMap', 'free'),
    object('ConfigMap', 'owned', ['ConfigMap', 'free']),
    object('ConfigMap', 'half-owned', ['ConfigMap', 'gone'], ['ConfigMap', 'free']),
    object('ConfigMap', 'owned-by-another-kind', ['Service', 'unseen']),
    object('Secret', 'garbage', ['ConfigMap', 'gone']),
    object('Secret', 'garbage-of-garbage', ['Secret', 'garbage']),
  ];
  expect(withoutGarbage(state, kinds).map(({ metadata }) => metadata?.name)).toEqual([
    'free',
    'owned',
    'half-owned',
    'owned-by-another-kind',
  ]);
  expect(withoutGarbage(state, [...kinds, Service])).toHaveLength(3);
  expect(nameOf(kinds, state[4] as AnyObject)).toBe('secrets garbage');
});
