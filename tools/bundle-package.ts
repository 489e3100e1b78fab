import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundledLicences } from './bundled-licences.ts';
import { WITH_REQUIRE } from './with-require.ts';

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

/**
 * What is part of a package's own chunks, by its folder. A command lives for one request, and finding and reading the
 * two hundred files of these took most of its time. What is large or rarely used stays an import.
 */
const INLINED: Readonly<Record<string, RegExp>> = {
  cli: /^(?:@slipway\/(?:apimachinery|kube|delivery)|@gati-framework\/(?:operator\/client|contracts)|commander|undici|yaml)(?:\/|$)/,
};
/** Decides over the imports of our own sources; what a dependency imports for itself is found as ever. */
function inlining(inlined: RegExp): Plugin {
  return {
    name: 'inlining',
    setup(bundler) {
      bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind, importer }) => {
        if (kind === 'entry-point' || importer.includes('node_modules') || inlined.test(path)) return undefined;
        return { path, external: true };
      });
    },
  };
}

/**
 * Bundles a published package, by its folder below `root`: one file per entry of its `exports`, with what entries share
 * in chunks. A package of a hundred small modules takes twice as long to load as one of three. Types come from `tsc -b`;
 * dependencies stay imports, but for what a command loads for one request.
 */
export async function bundlePackage(root: string, folder: string, dist = join(root, folder, 'dist')): Promise<void> {
  const base = join(root, folder);
  const manifest = JSON.parse(await readFile(join(base, 'package.json'), 'utf8')) as Manifest;
  await rm(join(dist, 'chunks'), { recursive: true, force: true });
  const inlined = INLINED[folder];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entriesOf(manifest).map((entry) => ({
      in: join(base, entry.in),
      out: entry.out.replace(/^(?:\.\/)?dist\//, '').replace(/\.js$/, ''),
    })),
    outdir: dist,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    ...(inlined === undefined
      ? { packages: 'external' }
      : { plugins: [inlining(inlined)], conditions: ['slipway-source'], banner: { js: WITH_REQUIRE } }),
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'warning',
  });
  const licences = bundledLicences(Object.keys(metafile.inputs).map((input) => join(root, input)));
  if (licences !== '') await writeFile(join(dist, 'licences.txt'), licences);
}
