import { expect, it } from 'vitest';
import type { PublicPackage } from './declarations.ts';
import { checkRootNames } from './root-names.ts';

const packageWith = (...names: string[]): PublicPackage => ({
  folder: 'packages/kube',
  name: '@slipway/kube',
  description: '',
  entries: [
    { specifier: '@slipway/kube', prose: '', names: names.map((name) => ({ name, declarations: [] })) },
    { specifier: '@slipway/kube/cache', prose: '', names: [{ name: 'Caches', declarations: [] }] },
  ],
});
const readme = (text: string) => [{ path: 'packages/kube/README.md', text }];

it('counts the names of each root', () => {
  const table = readme('| `connect`, `Cluster` | one handle per cluster |');
  expect(checkRootNames([packageWith('connect', 'Cluster')], table)).toEqual({ findings: [], summary: 'kube 2' });
});

it('finds a name of the root that has no line in a table of the README', () => {
  const page = readme('`connect` opens a cluster.\n\n| `Cluster` | one handle per cluster |');
  const { findings } = checkRootNames([packageWith('connect', 'Cluster')], page);
  expect(findings).toEqual([expect.stringContaining('connect is exported by @slipway/kube and is in no table')]);
});

it('finds every name where there is no README', () => {
  expect(checkRootNames([packageWith('connect', 'Cluster')], []).findings).toHaveLength(2);
});
