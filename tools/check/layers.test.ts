import { expect, it } from 'vitest';
import { checkLayers } from './layers.ts';
import type { SourceFile } from './source-file.ts';

const packages: Record<string, string> = {
  'packages/contracts': '@gati-framework/contracts',
  'packages/apimachinery': '@slipway/apimachinery',
  'packages/kube': '@slipway/kube',
  'packages/crd': '@slipway/crd',
  'packages/runtime': '@slipway/runtime',
  'packages/apiserver': '@slipway/apiserver',
  'packages/localcluster': '@slipway/localcluster',
  'operators/gati': '@gati-framework/operator',
  'operators/hourglass': '@slipway/hourglass',
  cli: 'slipway',
  test: '@slipway/test',
};
const manifests: SourceFile[] = Object.entries(packages).map(([folder, name]) => ({
  path: `${folder}/package.json`,
  text: JSON.stringify({ name }),
}));

/** The faults of one import in one file, in a workspace that also has `others`. */
const faults = (path: string, specifier: string, ...others: string[]) =>
  checkLayers([
    ...manifests,
    { path, text: `import { x } from '${specifier}';\n` },
    ...others.map((other) => ({ path: other, text: '' })),
  ]);

it.each([
  ['packages/runtime/src/queue/queue.ts', '@slipway/kube'],
  ['packages/kube/src/a/a.ts', '@gati-framework/contracts/deployment'],
  ['operators/gati/src/main.ts', '@slipway/runtime/testing'],
  ['cli/src/main.ts', '@slipway/localcluster'],
  ['packages/kube/src/a/a.ts', 'undici'],
  ['packages/kube/src/a/a.test.ts', '@slipway/localcluster'],
  ['packages/kube/test/faults/a.ts', '@slipway/runtime'],
  ['packages/localcluster/src/controllers/deployment.ts', '@slipway/runtime'],
  ['packages/localcluster/src/cluster/cluster.ts', '@slipway/apiserver'],
  ['packages/localcluster/src/scheduler/a.ts', '@slipway/apimachinery'],
  ['packages/apiserver/src/schemas/custom.ts', '@slipway/crd/schema'],
  ['packages/apiserver/src/store/a.ts', '@slipway/apimachinery'],
  ['packages/apiserver/test/a.ts', '@slipway/kube'],
  ['test/clusters/local.ts', '@slipway/localcluster'],
])('%s may import %s', (path, specifier) => {
  expect(faults(path, specifier)).toEqual([]);
});

it.each([
  ['packages/kube/src/a/a.ts', '@slipway/runtime', 'imports go down'],
  ['packages/kube/src/a/a.ts', '@slipway/crd', 'of one layer'],
  ['operators/gati/src/a.ts', '@slipway/hourglass', 'of one layer'],
  ['packages/kube/src/testing/a.ts', '@slipway/apiserver/certificates', 'only tests'],
  ['packages/runtime/src/testing/a.ts', '@slipway/localcluster', 'only tests'],
  ['packages/apiserver/src/store/store.ts', '@slipway/kube', 'stands on'],
  ['packages/apiserver/src/store/store.ts', '@slipway/localcluster', 'stands on'],
  ['packages/localcluster/src/controllers/a.ts', '@gati-framework/operator', 'stands on'],
  ['packages/kube/src/a/a.ts', '@slipway/test/clusters/cluster', 'not for packages'],
])('%s may not import %s', (path, specifier, reason) => {
  expect(faults(path, specifier)).toEqual([expect.stringContaining(reason)]);
});

it('a folder is entered through its index.ts', () => {
  const index = 'packages/kube/src/b/index.ts';
  expect(faults('packages/kube/src/a/a.ts', '../b/index.ts', index)).toEqual([]);
  expect(faults('packages/kube/src/a/a.ts', '../b/b.ts', index)).toEqual([
    'packages/kube/src/a/a.ts:1: import packages/kube/src/b through its index.ts',
  ]);
  expect(faults('packages/kube/src/index.ts', './b/b.ts', index)).toHaveLength(1);
  expect(faults('packages/kube/src/a/a.ts', '../b/b.ts')).toEqual([expect.stringContaining('no index.ts')]);
});

it('files of one folder and of the root of src import each other freely, but not the façade', () => {
  expect(faults('packages/kube/src/a/a.ts', './parts/b.ts')).toEqual([]);
  expect(faults('packages/kube/src/a/parts/b.ts', '../a.ts')).toEqual([]);
  expect(faults('packages/kube/src/a/a.ts', '../errors.ts')).toEqual([]);
  expect(faults('packages/kube/src/a/a.ts', '../index.ts')).toEqual([expect.stringContaining('façade')]);
});

it('internal folders are closed to everyone outside the folder that holds them', () => {
  expect(faults('packages/kube/src/a/a.ts', './internal/b.ts')).toEqual([]);
  expect(faults('packages/kube/src/c/c.ts', '../a/internal/b.ts')).toEqual([expect.stringContaining('alone')]);
});

it('a path out of the package is refused', () => {
  for (const [from, to] of [
    ['packages/kube/src/a/a.ts', '../../../runtime/src/index.ts'],
    ['packages/localcluster/src/cluster/a.ts', '../../../apiserver/src/store/index.ts'],
  ] as const) {
    expect(faults(from, to)).toEqual([expect.stringContaining('by its name')]);
  }
});
