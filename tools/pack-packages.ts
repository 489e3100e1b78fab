import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { bundlePackage } from './bundle-package.ts';
import { runProcess } from './processes/index.ts';
import { publishedPackages } from './published-packages.ts';

/**
 * Packs every published package as `npm publish` would send it, into `destination`, and returns the archives' paths.
 * Built in a folder of its own, so that what works with the sources meanwhile is not disturbed. Types are in them where
 * `tsc -b` has written some.
 */
export async function packPackages(root: string, destination: string): Promise<string[]> {
  const stage = await mkdtemp(join(tmpdir(), 'pack-'));
  try {
    const folders = publishedPackages(root);
    await Promise.all(folders.map((folder) => stagePackage(root, folder, join(stage, folder))));
    await mkdir(destination, { recursive: true });
    const places = folders.map((folder) => `./${folder}`);
    const args = ['pack', ...places, '--json', '--ignore-scripts', '--pack-destination', destination];
    const { stdout, output, exitCode } = await runProcess('npm', args, { cwd: stage });
    if (exitCode !== 0) throw new Error(`npm pack failed:\n${output}`);
    return (JSON.parse(stdout) as { filename: string }[]).map(({ filename }) => join(destination, basename(filename)));
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

async function stagePackage(root: string, folder: string, to: string): Promise<void> {
  const from = join(root, folder);
  const { files = [] } = JSON.parse(await readFile(join(from, 'package.json'), 'utf8')) as { files?: string[] };
  await mkdir(to, { recursive: true });
  for (const file of ['package.json', 'LICENSE', ...files])
    await cp(join(from, file), join(to, file), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      // Not every package has a licence of its own, and `dist` is only there after a build.
      if (error.code !== 'ENOENT') throw error;
    });
  await bundlePackage(root, folder, join(to, 'dist'));
}
