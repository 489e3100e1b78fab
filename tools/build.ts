/**
 * Bundles each published package: one file per entry of its `exports`, with what entries share in
 * chunks. A package of a hundred small modules takes twice as long to load as one of three. Types
 * come from `tsc -b`; dependencies stay imports.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { publishedPackages } from './published-packages.ts';

interface Manifest {
  readonly exports: Readonly<Record<string, { readonly 'slipway-source': string; readonly default: string }>>;
}

const root = join(import.meta.dirname, '..');

for (const folder of publishedPackages(root)) {
  const base = join(root, folder);
  const { exports } = JSON.parse(await readFile(join(base, 'package.json'), 'utf8')) as Manifest;
  const dist = join(base, 'dist');
  await rm(join(dist, 'chunks'), { recursive: true, force: true });
  await build({
    entryPoints: Object.values(exports).map((entry) => ({
      in: join(base, entry['slipway-source']),
      out: entry.default.replace('./dist/', '').replace(/\.js$/, ''),
    })),
    outdir: dist,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  });
}
