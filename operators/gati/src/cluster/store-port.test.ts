import type { DeploymentResource, IDeploymentTarget } from '@gati-framework/contracts/deployment';
import { expect, test } from 'vitest';
import { FakeDeploymentTarget } from '../testing/index.ts';
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
])('G-136 G-142: %s can be read, patched and reported', async (_, of) => {
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

test('G-179: optional kinds are served where that was configured', () => {
  const port = storePort(new FakeDeploymentTarget(), ['HTTPRoute']);
  expect(['Service', 'HTTPRoute', 'ScaledObject'].map((kind) => port.serves(kind))).toEqual([true, true, false]);
});
