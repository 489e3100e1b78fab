import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDeploymentTarget, IManifestGenerator } from '@gati-framework/contracts/deployment';
import { expect, expectTypeOf, it } from 'vitest';
import { crds } from '../test/crds.ts';
import * as operator from './index.ts';
import { FakeDeploymentTarget } from './testing/index.ts';

it('G-3: the public classes have the names of the first plans, and take a target first', () => {
  expect(Object.keys(operator)).toEqual(
    expect.arrayContaining([
      'OperatorController',
      'ManifestGenerator',
      'HandlerDeployer',
      'ModuleDeployer',
      'ScalingController',
      'TimescapeOrchestrator',
      'VersionDecommissioner',
      'KubernetesDeploymentTarget',
      'HelmDeploymentTarget',
      'GitOpsDeploymentTarget',
    ]),
  );
  expectTypeOf(operator.ScalingController).constructorParameters.toMatchTypeOf<[IDeploymentTarget, ...unknown[]]>();
  expectTypeOf(operator.TimescapeOrchestrator).constructorParameters.toMatchTypeOf<[IDeploymentTarget, ...unknown[]]>();
  expectTypeOf(operator.VersionDecommissioner).constructorParameters.toMatchTypeOf<[IDeploymentTarget, ...unknown[]]>();
  expectTypeOf<ConstructorParameters<typeof operator.HandlerDeployer>[1]>().toEqualTypeOf<
    IManifestGenerator | undefined
  >();
  expectTypeOf<ConstructorParameters<typeof operator.ModuleDeployer>[1]>().toEqualTypeOf<
    IManifestGenerator | undefined
  >();
});

it('G-4: what decides has no client, no timer and no clock of its own', () => {
  const pure = [
    'weights',
    'routing',
    'rollouts',
    'templates',
    'names',
    'records',
    'capabilities',
    'manifests',
    'scaling',
  ];
  const decisions = [
    'handlers/decide.ts',
    'handlers/facts.ts',
    'handlers/leaving.ts',
    'handlers/stage.ts',
    'handlers/route.ts',
  ];
  const files = [
    ...pure.flatMap((folder) =>
      readdirSync(join(import.meta.dirname, folder))
        .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
        .map((name) => join(folder, name)),
    ),
    ...decisions,
  ];
  const impure = files.filter((file) =>
    /Date\.now|new Date\(\)|set(?:Timeout|Interval)|Math\.random|\bawait\b|performance\./.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  );
  expect(impure).toEqual([]);
});

it('G-6: equal custom resources give equal objects on every cluster', async () => {
  const objects = await Promise.all(
    [new FakeDeploymentTarget(), new FakeDeploymentTarget()].map(async (target, index) => {
      // Another history: uids, times and versions of the store differ.
      for (let n = 0; n < index * 3; n++) await target.apply(crds.module(`other-${n}`));
      await target.apply(crds.handler('users'));
      await new operator.OperatorController(target).reconcile();
      const found = await Promise.all(
        ['Deployment', 'Service', 'ConfigMap'].map((kind) =>
          target.list(kind, 'default', { 'gati.dev/handler': 'users' }),
        ),
      );
      return found.flat().map(({ kind, metadata: { name, labels, annotations }, spec, data }) => {
        // The address that a cluster gives is its own.
        return {
          kind,
          name,
          labels,
          annotations,
          spec: { ...spec, clusterIP: undefined, clusterIPs: undefined },
          data,
        };
      });
    }),
  );
  expect(objects[0]).toEqual(objects[1]);
  expect(objects[0]?.length).toBeGreaterThan(3);
});
