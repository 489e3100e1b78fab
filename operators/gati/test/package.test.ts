import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from '@slipway/tools/processes/index';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

async function packedFiles(): Promise<string[]> {
  const { stdout, output, exitCode } = await runProcess('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
  });
  if (exitCode !== 0) throw new Error(output);
  const [packed] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  return packed.files.map(({ path }) => path);
}

test('G-1: the package holds what its README installs and links to', async () => {
  const files = await packedFiles();
  const crds = ['crds/gatihandler-crd.yaml', 'crds/gatimodule-crd.yaml', 'crds/gativersion-crd.yaml'];
  expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'operator.yaml', 'package.json', ...crds]));
  expect(
    files.filter((path) => !/^(?:dist|crds|deploy|docs)\//.test(path)).toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual(['LICENSE', 'README.md', 'operator.yaml', 'package.json']);
  const links = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/\]\(\.\/([^)#]+)\)/g)].map(
    ([, path]) => path,
  );
  expect(links.length).toBeGreaterThanOrEqual(5);
  expect(files).toEqual(expect.arrayContaining(links));
});

test('G-1: the licence is that of the seed', () => {
  const text = readFileSync(join(root, 'LICENSE'), 'utf8');
  expect(text).toContain('MIT License');
  expect(text).toContain('Krishna Paul');
});
