import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

test('R-17: the only packages loaded at run time are undici, yaml and apimachinery', async () => {
  const files = (await readdir(join(root, 'src'), { recursive: true })).filter((name) =>
    /(?<!\.test|\.d)\.ts$/.test(name),
  );
  const texts = await Promise.all(files.map((name) => readFile(join(root, 'src', name), 'utf8')));
  const imports = texts.flatMap((text) => [
    ...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^'.][^']*)'/gm),
    ...text.matchAll(/\bimport\('([^'.][^']*)'\)/g),
  ]);
  const packages = new Set(
    imports
      .map(([, name = '']) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
      .filter((name) => !name.startsWith('node:')),
  );
  expect(packages).toEqual(new Set(['@slipway/apimachinery', 'undici', 'yaml']));
});

test('R-17: importing the package adds at most 40 MiB, and loads no package; a request loads neither yaml nor undici’s fetch', async () => {
  const program = `
    const before = process.memoryUsage().rss;
    const { connect } = await import('@slipway/kube');
    const mib = (process.memoryUsage().rss - before) / 2 ** 20;
    const { createRequire } = await import('node:module');
    const { cache } = createRequire(${JSON.stringify(join(root, 'src', 'x.js'))});
    const imported = Object.keys(cache);
    const { createServer } = await import('node:http');
    const server = createServer((_, response) => response.setHeader('content-type', 'application/json').end('{}'));
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    const clusters = [{ name: 'c', cluster: { server: 'http://127.0.0.1:' + server.address().port } }];
    const contexts = [{ name: 'c', context: { cluster: 'c', user: 'u' } }];
    const object = { clusters, contexts, users: [{ name: 'u', user: {} }], 'current-context': 'c' };
    const cluster = await connect({ object });
    await cluster.transport.json({ method: 'GET', path: '/' });
    await cluster.close();
    server.close();
    console.log(JSON.stringify({ mib, imported, sent: Object.keys(cache) }));`;
  const args = ['--conditions=slipway-source', '--import', 'tsx', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  const { mib, imported, sent } = JSON.parse(stdout) as { mib: number; imported: string[]; sent: string[] };
  expect(mib).toBeLessThanOrEqual(40);
  expect(imported.filter((path) => /node_modules\/(yaml|undici)\//.test(path))).toEqual([]);
  expect(sent.filter((path) => /node_modules\/(yaml\/|undici\/lib\/web\/fetch)/.test(path))).toEqual([]);
  expect(sent.some((path) => path.endsWith('undici/lib/dispatcher/pool.js'))).toBe(true);
});
