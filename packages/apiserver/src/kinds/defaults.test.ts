import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freeze, type JsonObject } from '../objects/index.ts';
import { builtInType, type Type } from '../schemas/index.ts';
import { withDefaults } from './kind-rules.ts';
import { builtInKinds } from './registry.ts';

const typeOf = (version: string, kind: string): Type => {
  const type = builtInType(version, kind);
  if (!type) throw new Error(`${kind} has no type`);
  return type;
};

const pod = fc.record(
  {
    containers: fc.array(
      fc.record(
        {
          name: fc.constantFrom('a', 'b'),
          image: fc.constantFrom('x', 'x:1', 'x:latest', 'X', 'h:5000/x@sha256:y'),
          ports: fc.array(fc.record({ containerPort: fc.integer({ min: 1, max: 9 }) }), { maxLength: 2 }),
          livenessProbe: fc.record({ periodSeconds: fc.integer({ min: 1, max: 5 }) }, { requiredKeys: [] }),
          resources: fc.record({
            limits: fc.dictionary(fc.constantFrom('cpu', 'memory'), fc.constantFrom('1', '1000m', '1n')),
          }),
        },
        { requiredKeys: ['name'] },
      ),
      { maxLength: 3 },
    ),
    volumes: fc.array(
      fc.record({ name: fc.constant('v'), secret: fc.constant({ secretName: 's' }) }, { requiredKeys: ['name'] }),
    ),
    hostNetwork: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('defaults', () => {
  test('K-140 to K-143: filling in twice is filling in once, and nothing is copied the second time', () => {
    fc.assert(
      fc.property(pod, (spec) => {
        const once = withDefaults({ metadata: {}, template: { metadata: {}, spec } }, typeOf('v1', 'PodTemplate'));
        expect(withDefaults(once, typeOf('v1', 'PodTemplate'))).toBe(once);
      }),
    );
  });

  test('K-140 to K-143: what was sent stays as it was, also where it is frozen', () => {
    fc.assert(
      fc.property(pod, (spec) => {
        const sent = freeze({ metadata: {}, spec });
        const shown = JSON.stringify(sent);
        withDefaults(sent, typeOf('v1', 'Pod'));
        expect(JSON.stringify(sent)).toBe(shown);
      }),
    );
  });

  test('K-141: only an image whose content may change is pulled each time', () => {
    const policy = (image: string): unknown => {
      const object = { template: { spec: { containers: [{ name: 'c', image }] } } };
      const filled = withDefaults(object, typeOf('v1', 'PodTemplate')) as unknown as typeof object;
      return (filled.template.spec.containers[0] as unknown as JsonObject)['imagePullPolicy'];
    };
    expect(['x', 'x:latest', 'h:5000/x'].map(policy)).toEqual(['Always', 'Always', 'Always']);
    expect(['x:1', `x@sha256:${'a'.repeat(64)}`, 'Not An Image'].map(policy)).toEqual(Array(3).fill('IfNotPresent'));
  });

  test('L-8: every type that a room has defaults of is a type that some kind has', () => {
    const versions: Readonly<Record<string, string>> = {
      'rbac.v1': 'rbac.authorization.k8s.io/v1',
      'core.v1': 'v1',
      'apps.v1': 'apps/v1',
      'batch.v1': 'batch/v1',
      'autoscaling.v2': 'autoscaling/v2',
      'flowcontrol.v1': 'flowcontrol.apiserver.k8s.io/v1',
    };
    const unknown = builtInKinds
      .flatMap(({ defaults }) => Object.keys({ ...defaults?.constants, ...defaults?.computed }))
      .filter((name) => {
        const owner = name.split('.').slice(0, -1).join('.');
        const version = versions[owner] ?? owner.replace('.', '.k8s.io/');
        return builtInType(version, name.split('.').pop() ?? '') === undefined;
      });
    expect(unknown).toEqual([]);
  });
});
