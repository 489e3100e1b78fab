import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { TarEntry } from '../archive/index.ts';
import { bundledLicences } from '../bundled-licences.ts';
import { versions } from '../versions.ts';
import { WITH_REQUIRE } from '../with-require.ts';

/** A package of npm whose code is part of a program. */
export interface NpmPackage {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

export interface ProgramFiles {
  readonly files: readonly TarEntry[];
  readonly packages: readonly NpmPackage[];
}

/**
 * One file of a program and all that it imports, for the Node that images carry, in `app`. Files that it starts as processes
 * of their own stand beside it under their own names. Names in the code stay as they are, so that a stack can be read.
 */
export async function programFiles(root: string, entry: string, beside: readonly string[] = []): Promise<ProgramFiles> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: [{ in: join(root, entry), out: 'main' }, ...beside.map((file) => join(root, file))],
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    outdir: join(root, 'app'),
    bundle: true,
    write: false,
    metafile: true,
    minifySyntax: true,
    legalComments: 'none',
    conditions: ['slipway-source'],
    banner: { js: WITH_REQUIRE },
    format: 'esm',
    platform: 'node',
    target: `node${versions.nodes.at(-1)}`,
    logLevel: 'warning',
  });
  const inputs = Object.keys(metafile.inputs).sort();
  const programs = outputFiles.map(
    ({ path, contents }): TarEntry => ({
      type: 'file',
      path: path.slice(root.length + 1),
      mode: 0o644,
      data: contents,
    }),
  );
  const licences = Buffer.from(bundledLicences(inputs.map((input) => join(root, input))));
  return {
    files: [...programs, { type: 'file', path: 'app/licences.txt', mode: 0o644, data: licences }],
    packages: packagesOf(root, inputs),
  };
}

function packagesOf(root: string, inputs: readonly string[]): NpmPackage[] {
  const folders = new Set(inputs.flatMap((input) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0] ?? []));
  return [...folders].map((folder) => {
    const {
      name,
      version,
      license = 'NOASSERTION',
    } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<'name' | 'version', string> & {
      license?: string;
    };
    return { name, version, licence: license };
  });
}
