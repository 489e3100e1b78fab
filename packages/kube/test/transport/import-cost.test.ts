import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

test('R-17: the only packages loaded at run time are undici and yaml', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter((name) =>
    /(?<!\.test|\.d)\.ts$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(join(root, 'src', name), 'utf8')));
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^'.][^']*)'/gm),
    ...text.matchAll(/\bimport\('([^'.][^']*)'\)/g),
  ]);
  const packages = new Set(
    imports.map(([, name = '']) => name.split('/')[0]).filter((name) => !name?.startsWith('node:')),
  );
  expect(packages).toEqual(new Set(['undici', 'yaml']));
});

test('R-17: importing the package adds at most 40 MiB, and loads neither yaml nor undici’s fetch', async () => {
  const program = `
    const before = process.memoryUsage().rss;
    await import('@slipway/kube');
    const { createRequire } = await import('node:module');
    const loaded = Object.keys(createRequire(${JSON.stringify(join(root, 'src', 'x.js'))}).cache);
    console.log(JSON.stringify({ mib: (process.memoryUsage().rss - before) / 2 ** 20, loaded }));`;
  const args = ['--conditions=slipway-source', '--import', 'tsx', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const { mib, loaded } = JSON.parse(stdout) as { mib: number; loaded: string[] };
  expect(mib).toBeLessThanOrEqual(40);
  expect(loaded.filter((path) => /node_modules\/(yaml\/|undici\/lib\/web\/fetch)/.test(path))).toEqual([]);
  expect(loaded.some((path) => path.endsWith('undici/lib/dispatcher/pool.js'))).toBe(true);
});
