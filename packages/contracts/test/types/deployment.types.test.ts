import type * as contracts from '@gati-framework/contracts';
import type * as deployment from '@gati-framework/contracts/deployment';
import { expect, expectTypeOf, it } from 'vitest';
import type * as seed from './seed-contract.ts';
import { MapTarget, PlainGenerator } from './seed-implementations.ts';

/** What `A` has that `B` lacks, by the names of the members. */
type Lost<A, B> = Exclude<keyof A, keyof B>;

/** The members that `New` adds to `Old` and does not make optional. */
type NewlyRequired<Old, New> = Exclude<
  { [Key in keyof New]-?: object extends Pick<New, Key> ? never : Key }[keyof New],
  keyof Old
>;

const handler: contracts.HandlerSpec = {
  handlerPath: '/api/users',
  version: 'v1.0.0',
  replicas: 2,
  image: 'my-app:v1.0.0',
  port: 3000,
  resources: { requests: { cpu: '100m', memory: '128Mi' } },
};

it('G-136: a target written against the first contract is a target', async () => {
  const target: contracts.IDeploymentTarget = new MapTarget();
  const seen: contracts.WatchEvent[] = [];
  await target.watch('Deployment', 'default', (event) => void seen.push(event));
  await target.apply({ kind: 'Deployment', metadata: { name: 'users', namespace: 'default' }, spec: { replicas: 2 } });

  expect((await target.get('Deployment', 'default', 'users'))?.spec.replicas).toBe(2);
  expect(await target.list('Deployment', 'default')).toHaveLength(1);
  expect(seen.map((event) => event.type)).toEqual(['ADDED']);
  await target.delete('Deployment', 'default', 'users');
  expect(await target.get('Deployment', 'default', 'users')).toBeNull();
  expect('applySet' in target).toBe(false);
});

it('G-136: a generator written against the first contract is a generator', () => {
  const generator: contracts.IManifestGenerator = new PlainGenerator();

  expect(generator.generateDeployment(handler).template.spec.containers[0]?.resources?.requests?.cpu).toBe('100m');
  expect(generator.generateService(handler).ports).toEqual([{ port: 3000, targetPort: 3000 }]);
  expect(generator.generateConfigMap({ ...handler, env: { LOG: 'info' } }).data).toEqual({ LOG: 'info' });
  expect(generator.generateHTTPRoute).toBeUndefined();
});

it('G-136: no member of the first contract is gone, and nothing that was added is required', () => {
  expectTypeOf<Lost<seed.DeploymentResource, contracts.DeploymentResource>>().toBeNever();
  expectTypeOf<Lost<seed.IDeploymentTarget, contracts.IDeploymentTarget>>().toBeNever();
  expectTypeOf<NewlyRequired<seed.IDeploymentTarget, contracts.IDeploymentTarget>>().toBeNever();
  expectTypeOf<NewlyRequired<seed.IManifestGenerator, contracts.IManifestGenerator>>().toBeNever();

  expectTypeOf<seed.DeploymentResource>().toExtend<contracts.DeploymentResource>();
  expectTypeOf<seed.WatchEvent>().toExtend<contracts.WatchEvent>();
  expectTypeOf<seed.WatchCallback>().toExtend<contracts.WatchCallback>();
  expectTypeOf<seed.HandlerSpec>().toExtend<contracts.HandlerSpec>();
  expectTypeOf<seed.ModuleSpec>().toExtend<contracts.ModuleSpec>();
  expectTypeOf<seed.DeploymentSpec>().toExtend<contracts.DeploymentSpec>();
  expectTypeOf<seed.ServiceSpec>().toExtend<contracts.ServiceSpec>();
  expectTypeOf<seed.ConfigMapSpec>().toExtend<contracts.ConfigMapSpec>();
  expectTypeOf<seed.ResourceRequirements>().toExtend<contracts.ResourceRequirements>();
  expectTypeOf<seed.ProbeSpec>().toExtend<contracts.ProbeSpec>();
});

it('G-136: code that reads the first contract reads this one', () => {
  expectTypeOf<contracts.DeploymentResource>().toExtend<seed.DeploymentResource>();
  expectTypeOf<contracts.WatchEvent>().toExtend<seed.WatchEvent>();
  expectTypeOf<contracts.HandlerSpec>().toExtend<seed.HandlerSpec>();
  expectTypeOf<contracts.ModuleSpec>().toExtend<seed.ModuleSpec>();
  expectTypeOf<contracts.DeploymentSpec>().toExtend<seed.DeploymentSpec>();
  expectTypeOf<contracts.ServiceSpec>().toExtend<seed.ServiceSpec>();
  expectTypeOf<contracts.ConfigMapSpec>().toExtend<seed.ConfigMapSpec>();
});

it('G-136: the package root and the subpath export the same types', () => {
  expectTypeOf<deployment.IDeploymentTarget>().toEqualTypeOf<contracts.IDeploymentTarget>();
  expectTypeOf<deployment.IManifestGenerator>().toEqualTypeOf<contracts.IManifestGenerator>();
  expectTypeOf<deployment.ITrafficRouter>().toEqualTypeOf<contracts.ITrafficRouter>();
});

it('a generator of resources gives a spec for a bare spec and an object for a custom resource', () => {
  const generate = (generator: contracts.IResourceGenerator) => ({
    spec: generator.generateDeployment(handler),
    object: generator.generateDeployment({ metadata: { name: 'users', namespace: 'default' }, spec: handler }),
  });
  expectTypeOf(generate).returns.toEqualTypeOf<{
    spec: contracts.DeploymentSpec;
    object: contracts.DeploymentResource;
  }>();
  expectTypeOf<contracts.IResourceGenerator>().toExtend<contracts.IManifestGenerator>();
});

it('a known value has its time, an unknown one its reason, and no value is both', () => {
  const read = (known: contracts.Known<number>): number | string =>
    known.unknown === undefined ? known.value + known.at : known.unknown;
  expect(read({ value: 1, at: 2 })).toBe(3);
  expect(read({ unknown: 'no scrape yet' })).toBe('no scrape yet');

  // @ts-expect-error a value without its time
  read({ value: 0 });
  // @ts-expect-error a value that is also unknown
  read({ value: 0, at: 0, unknown: 'stale' });
});

it('reads of a target serve as reads of a store', () => {
  expectTypeOf<contracts.IDeploymentTarget>().toExtend<
    Pick<contracts.ICustomResourceStore, 'get' | 'list' | 'watch'>
  >();
});
