import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { healthOf, healthOfMember, worstHealth } from './index.ts';

const object = (kind: string, spec: object, status?: object, generation = 1): DeploymentResource => ({
  kind,
  metadata: { name: 'web', namespace: 'n', generation },
  spec,
  ...(status && { status }),
});
const condition = (type: string, status: string, reason = ''): object => ({ conditions: [{ type, status, reason }] });
const counted = { observedGeneration: 1, updatedReplicas: 2, availableReplicas: 2, readyReplicas: 2 };

describe('health', () => {
  test.each([
    ['no status yet', object('Deployment', { replicas: 2 }), 'Progressing'],
    ['all available', object('Deployment', { replicas: 2 }, counted), 'Healthy'],
    ['too few available', object('Deployment', { replicas: 3 }, counted), 'Progressing'],
    ['an old generation', object('Deployment', { replicas: 2 }, counted, 2), 'Progressing'],
    [
      'past its deadline',
      object('Deployment', {}, condition('Progressing', 'False', 'ProgressDeadlineExceeded')),
      'Degraded',
    ],
    ['zero replicas wanted', object('Deployment', { replicas: 0 }, { observedGeneration: 1 }), 'Healthy'],
    ['a ready set', object('StatefulSet', { replicas: 2 }, counted), 'Healthy'],
    ['a failed job', object('Job', {}, condition('Failed', 'True')), 'Degraded'],
    ['a job under way', object('Job', {}, {}), 'Progressing'],
    ['an unbound claim', object('PersistentVolumeClaim', {}, { phase: 'Pending' }), 'Progressing'],
    ['a custom resource that is not ready', object('Shop', {}, condition('Ready', 'False')), 'Progressing'],
    ['a custom resource whose readiness is unknown', object('Shop', {}, condition('Ready', 'Unknown')), 'Progressing'],
    ['an object that has no status', object('ConfigMap', {}), 'Healthy'],
  ] as const)('G-175: of %s', (_what, resource, health) => {
    expect(healthOf(resource).health).toBe(health);
  });

  test('G-175: of a set is that of its worst member, in any order', () => {
    const member = fc.record({ health: fc.constantFrom('Missing', 'Degraded', 'Progressing', 'Healthy') });
    fc.assert(
      fc.property(fc.array(member), (members) => {
        const { health } = worstHealth(members);
        expect(worstHealth(members.toReversed()).health).toBe(health);
        if (health === 'Healthy') expect(members.every((each) => each.health === 'Healthy')).toBe(true);
        if (members.some((each) => each.health === 'Missing')) expect(health).toBe('Missing');
      }),
    );
  });

  test('G-175: of what is not there is Missing, by name', () => {
    const ref = { kind: 'Deployment', namespace: 'n', name: 'web' };
    expect(healthOfMember(ref, null)).toEqual({
      health: 'Missing',
      message: 'Deployment "web" in namespace "n" is not there',
    });
  });
});
