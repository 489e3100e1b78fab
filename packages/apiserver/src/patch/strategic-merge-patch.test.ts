import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../objects/index.ts';
import { builtInType, type Type } from '../schemas/index.ts';
import { applyStrategicMergePatch } from './index.ts';

const podTemplate = builtInType('v1', 'PodTemplate') as Type;

/** What a patch makes of a pod's spec. */
function patched(spec: object, patch: object): unknown {
  const wrap = (value: object) => ({ template: { spec: value } }) as unknown as JsonObject;
  const { template } = applyStrategicMergePatch(wrap(spec), wrap(patch), podTemplate) as {
    template: { spec: unknown };
  };
  return template.spec;
}

describe('strategic merge patch', () => {
  const containers = [
    { name: 'a', image: 'a:1', args: ['1'] },
    { name: 'b', image: 'b:1' },
  ];

  test('L-6: lists with a merge key are merged item by item, others are replaced', () => {
    expect(patched({ containers }, { containers: [{ name: 'a', image: 'a:2', args: ['2'] }] })).toEqual({
      containers: [
        { name: 'a', image: 'a:2', args: ['2'] },
        { name: 'b', image: 'b:1' },
      ],
    });
  });

  test('L-6: a new item comes before those that the patch does not name', () => {
    expect(patched({ containers }, { containers: [{ name: 'c', image: 'c:1' }] })).toEqual({
      containers: [{ name: 'c', image: 'c:1' }, ...containers],
    });
  });

  test('L-6: an item is deleted by its key, a list replaced by a directive', () => {
    expect(patched({ containers }, { containers: [{ name: 'a', $patch: 'delete' }] })).toEqual({
      containers: [{ name: 'b', image: 'b:1' }],
    });
    expect(patched({ containers }, { containers: [{ $patch: 'replace' }, { name: 'x' }] })).toEqual({
      containers: [{ name: 'x' }],
    });
  });

  test('K-60: the order that kubectl asks for is kept', () => {
    const order = { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] };
    expect(patched({ containers }, order)).toEqual({ containers: [containers[1], containers[0]] });
  });

  test('K-68: values are deleted from a list of plain values', () => {
    const object = { metadata: { finalizers: ['a', 'b', 'c'] } };
    const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': ['b'] } };
    expect(applyStrategicMergePatch(object, patch, podTemplate)).toEqual({ metadata: { finalizers: ['a', 'c'] } });
  });

  test('L-6: keys that are not retained go, so that one source of a volume takes the place of another', () => {
    const volumes = [{ name: 'v', emptyDir: {} }];
    const patch = { volumes: [{ name: 'v', $retainKeys: ['name', 'configMap'], configMap: { name: 'x' } }] };
    expect(patched({ volumes }, patch)).toEqual({ volumes: [{ name: 'v', configMap: { name: 'x' } }] });
  });

  test('L-6: null removes, in new parts too', () => {
    expect(patched({ nodeSelector: { a: '1' } }, { nodeSelector: null, affinity: { nodeAffinity: null } })).toEqual({
      affinity: {},
    });
  });

  test('L-6: an item without its merge key cannot be placed', () => {
    expect(() => patched({ containers }, { containers: [{ image: 'x' }] })).toThrow(
      'map: map[image:x] does not contain declared merge key: name',
    );
  });
});
