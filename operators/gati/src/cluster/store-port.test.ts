import type { DeploymentResource, IDeploymentTarget } from '@gati-framework/contracts/deployment';
import { expect, test } from 'vitest';
import { FakeDeploymentTarget } from '../testing/index.ts';
import { patched } from './json-patch.ts';
import { storePort } from './store-port.ts';

const handler: DeploymentResource = {
  kind: 'GatiHandler',
  metadata: { namespace: 'shop', name: 'users', labels: { team: 'a' } },
  spec: { version: 'v1' },
};

/** As the first release of the contract has it: nothing but the five. */
function firstForm(target: FakeDeploymentTarget): IDeploymentTarget {
  return {
    apply: (resource) => target.apply(resource),
    delete: (kind, namespace, name) => target.delete(kind, namespace, name),
    get: (kind, namespace, name) => target.get(kind, namespace, name),
    list: (kind, namespace) => target.list(kind, namespace),
    watch: (kind, namespace, callback) => target.watch(kind, namespace, callback),
  };
}

test.each([
  ['a store', (target: FakeDeploymentTarget) => target],
  ['a target of the first form', firstForm],
])('G-136 G-142: %s can be read, patched and told', async (_, of) => {
  const target = new FakeDeploymentTarget();
  const port = storePort(of(target));
  expect(await port.create(handler)).toMatchObject({ metadata: { name: 'users' } });
  await port.patch({ kind: 'GatiHandler', namespace: 'shop', name: 'users' }, [
    { op: 'test', path: '/spec/version', value: 'v1' },
    { op: 'replace', path: '/spec/version', value: 'v2' },
  ]);
  expect(await port.get('GatiHandler', 'shop', 'users')).toMatchObject({ spec: { version: 'v2' } });
  expect(await port.list('GatiHandler', '', { team: 'b' })).toEqual([]);
  expect(await port.list('GatiHandler', '', { team: 'a' })).toHaveLength(1);
  await port.delete('GatiHandler', 'shop', 'users');
  expect(await port.get('GatiHandler', 'shop', 'users')).toBeNull();
});

test('G-179: optional kinds are served where that was said', () => {
  const port = storePort(new FakeDeploymentTarget(), ['HTTPRoute']);
  expect(['Service', 'HTTPRoute', 'ScaledObject'].map((kind) => port.serves(kind))).toEqual([true, true, false]);
});

test('G-157: of operations all are done or none', () => {
  const value = { a: [1, 2], b: { c: 1 } };
  expect(patched(value, [{ op: 'add', path: '/a/-', value: 3 }])).toEqual({ a: [1, 2, 3], b: { c: 1 } });
  expect(patched(value, [{ op: 'remove', path: '/a/0' }])).toEqual({ a: [2], b: { c: 1 } });
  const failing = [
    { op: 'remove' as const, path: '/b' },
    { op: 'test' as const, path: '/a/0', value: 9 },
  ];
  expect(() => patched(value, failing)).toThrow('/a/0');
  expect(value).toEqual({ a: [1, 2], b: { c: 1 } });
});

test('G-157: what is added to a list is put in its place, and nothing is replaced or removed that is not there', () => {
  expect(patched({ a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }])).toEqual({ a: [1, 2, 3] });
  expect(() => patched({}, [{ op: 'remove', path: '/a' }])).toThrow('/a');
  expect(() => patched({}, [{ op: 'replace', path: '/a', value: 1 }])).toThrow('/a');
});
