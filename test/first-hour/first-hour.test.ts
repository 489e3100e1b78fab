import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { bundlePackage } from '@slipway/tools/bundle-package';
import { transformSync } from 'esbuild';
import { afterAll, beforeAll, describe } from 'vitest';
import { firstHour } from './story.ts';

const root = join(import.meta.dirname, '../..');

/** Packages as they are built, without npm. As npm installs them on a fresh machine: `first-hour.long.test.ts`. */
describe('the first hour of an operator author, with built packages', () => {
  let local: LocalCluster;
  let folder: string;

  beforeAll(async () => {
    local = await startLocalCluster();
    folder = await mkdtemp(join(tmpdir(), 'first-hour-'));
    const modules = join(folder, 'node_modules');
    await mkdir(join(modules, '@slipway'), { recursive: true });
    const others = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '@slipway');
    for (const name of others) await symlink(join(root, 'node_modules', name), join(modules, name));
    for (const name of ['apimachinery', 'crd', 'kube', 'runtime']) {
      const [from, to] = [join(root, 'packages', name), join(modules, '@slipway', name)];
      await cp(join(from, 'package.json'), join(to, 'package.json'));
      await bundlePackage(root, `packages/${name}`, join(to, 'dist'));
    }
  });
  afterAll(() => local.stop());

  firstHour(() => ({
    folder,
    kubeconfig: local.kubeconfig,
    command(file) {
      const program = join(folder, file.replace(/\.ts$/, '.mjs'));
      writeFileSync(program, transformSync(readFileSync(join(folder, file), 'utf8'), { loader: 'ts' }).code);
      return { command: process.execPath, args: [program] };
    },
  }));
});
