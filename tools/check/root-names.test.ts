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
  const table = readme('# Kube\n\n| name | what it is |\n|---|---|\n| `connect`, `Cluster` | one handle per cluster |');
  expect(checkRootNames([packageWith('connect', 'Cluster')], table)).toEqual({ findings: [], summary: 'kube 2' });
});

it('finds a name of the root that has no line of its own in the table of names of the README', () => {
  const page = readme(
    '`connect` opens a cluster.\n\n| name | what it is |\n|---|---|\n| `Cluster` | what `connect` gives |\n\n| entry | for |\n|---|---|\n| `/x` | `connect` |',
  );
  const { findings } = checkRootNames([packageWith('connect', 'Cluster')], page);
  expect(findings).toEqual([
    expect.stringContaining('connect is exported by @slipway/kube and is in no table of names'),
  ]);
});

it('finds every name where there is no README', () => {
  expect(checkRootNames([packageWith('connect', 'Cluster')], []).findings).toHaveLength(2);
});
