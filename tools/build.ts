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
  readonly exports?: Readonly<Record<string, { readonly 'slipway-source': string; readonly default: string }>>;
  readonly bin?: Readonly<Record<string, string>>;
}

/** What is built: source and result, both below the package. A program's source has its result's name. */
function entriesOf({ exports = {}, bin = {} }: Manifest): { in: string; out: string }[] {
  const modules = Object.values(exports).map((entry) => ({ in: entry['slipway-source'], out: entry.default }));
  const programs = Object.values(bin).map((path) => ({ in: path.replace(/^dist\/(.*)\.js$/, 'src/$1.ts'), out: path }));
  return [...modules, ...programs];
}

const root = join(import.meta.dirname, '..');

for (const folder of publishedPackages(root)) {
  const base = join(root, folder);
  const manifest = JSON.parse(await readFile(join(base, 'package.json'), 'utf8')) as Manifest;
  const dist = join(base, 'dist');
  await rm(join(dist, 'chunks'), { recursive: true, force: true });
  await build({
    entryPoints: entriesOf(manifest).map((entry) => ({
      in: join(base, entry.in),
      out: entry.out.replace(/^(?:\.\/)?dist\//, '').replace(/\.js$/, ''),
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
