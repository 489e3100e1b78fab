import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTar, type TarEntry } from '../archive/index.ts';
import { sourceFiles } from '../check/source-file.ts';
import { type BuiltImage, buildImage, images } from './index.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECONDS = 1_700_000_000;
const spec = images.find(({ name }) => name === 'gati-operator');
const run = promisify(execFile);

interface Document {
  readonly manifests: { digest: string; artifactType?: string; platform: { architecture: string } }[];
  readonly layers: { digest: string }[];
  readonly config: { digest: string };
  readonly packages: { name: string }[];
}

let folder: string;
let built: BuiltImage;
let parts: Map<string, Buffer>;

const partsOf = (archive: Buffer): Map<string, Buffer> =>
  new Map(
    [...readTar(archive)].flatMap((entry) => (entry.type === 'file' ? [[entry.path, Buffer.from(entry.data)]] : [])),
  );
const blob = (digest: string): Buffer => parts.get(`blobs/${digest.replace(':', '/')}`) ?? Buffer.alloc(0);
const document = (data: Buffer | undefined): Document => JSON.parse(String(data)) as Document;
const index = (): Document => document(blob(document(parts.get('index.json')).manifests[0]?.digest ?? ''));

/** The files of an image for a platform, a later layer over an earlier one. */
function filesOf(architecture: string): Map<string, TarEntry> {
  const manifest = index().manifests.find(({ platform }) => platform.architecture === architecture);
  const { layers } = document(blob(manifest?.digest ?? ''));
  return new Map(
    layers.flatMap(({ digest }) => [...readTar(gunzipSync(blob(digest)))].map((each) => [each.path, each])),
  );
}

async function unpack(files: ReadonlyMap<string, TarEntry>, into: string): Promise<void> {
  for (const [path, entry] of files) {
    await mkdir(join(into, dirname(path)), { recursive: true });
    if (entry.type === 'directory') await mkdir(join(into, path), { recursive: true });
    else if (entry.type === 'link') await symlink(entry.target, join(into, path));
    else await writeFile(join(into, path), entry.data, { mode: entry.mode });
  }
}

beforeAll(async () => {
  if (spec === undefined) throw new Error('there is no image of the Gati operator');
  folder = await mkdtemp(join(tmpdir(), 'image-'));
  built = await buildImage(ROOT, spec, { seconds: SECONDS });
  parts = partsOf(built.archive);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the image of the Gati operator', () => {
  test('another folder with the same sources gives the same digest', async () => {
    const copy = join(folder, 'somewhere', 'else');
    const sources = sourceFiles(ROOT, (path) =>
      /^(?:packages|operators)\/.*\.(?:ts|mjs|json)$|^[^/]+\.json$/.test(path),
    );
    for (const { path, text } of sources) {
      await mkdir(join(copy, dirname(path)), { recursive: true });
      await writeFile(join(copy, path), text);
    }
    await cp(join(ROOT, 'node_modules'), join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true });
    if (spec === undefined) return;
    const again = await buildImage(copy, spec, { seconds: SECONDS });
    expect(again.digest).toBe(built.digest);
    expect(again.archive.equals(built.archive)).toBe(true);
  });

  test('every part has the digest that it is named by', () => {
    for (const [path, data] of parts)
      if (path.startsWith('blobs/'))
        expect(createHash('sha256').update(data).digest('hex')).toBe(path.slice('blobs/sha256/'.length));
    expect(index().manifests.map(({ platform }) => platform.architecture)).toEqual([
      'amd64',
      'unknown',
      'arm64',
      'unknown',
    ]);
  });

  test.each(['amd64', 'arm64'])('no file for %s names the folder that it was built in', (architecture) => {
    for (const [path, entry] of filesOf(architecture))
      if (entry.type === 'file') expect(Buffer.from(entry.data).includes(ROOT), path).toBe(false);
  });

  test('the list of parts has every package whose code is in the program, and no tool that built it', () => {
    const lists = index().manifests.filter(({ artifactType }) => artifactType === 'application/spdx+json');
    for (const { digest } of lists) {
      const { packages } = document(blob(document(blob(digest)).layers[0]?.digest ?? ''));
      const names = packages.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['node', 'libc6', 'ca-certificates', 'undici', 'zod', 'pino']));
      for (const tool of ['esbuild', 'typescript', 'vitest', 'tsx']) expect(names).not.toContain(tool);
    }
  });

  test('less than 150 MB are sent for a platform', () => {
    for (const platform of ['amd64', 'arm64'] as const) {
      const bytes = built.parts.filter((part) => part.platform === platform).reduce((sum, part) => sum + part.bytes, 0);
      expect(bytes).toBeLessThan(150_000_000);
    }
  });

  test('the program starts with the files of its image alone, as nobody', async () => {
    const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
    const root = join(folder, 'root');
    await unpack(filesOf(architecture), root);
    const config = configOf(architecture);
    const { Entrypoint, User } = config;
    // Root changes to the image's user; anyone else is root of a namespace of their own, which may change its root folder.
    const isRoot = process.getuid?.() === 0;
    const enter = isRoot ? ['chroot', `--userspec=${User}`] : ['unshare', '--user', '--map-root-user', 'chroot'];
    const [command = '', ...args] = [...enter, root, ...Entrypoint];
    const { stderr, code } = await run(command, args, { env: { PATH: process.env['PATH'] } }).then(
      (ended) => ({ stderr: ended.stderr, code: 0 }),
      (error: { stderr: string; code: number }) => error,
    );
    expect(stderr).toContain('[KUBE_CONFIG]');
    expect(code).toBe(1);
  });
});

function configOf(architecture: string): { Entrypoint: string[]; User: string } {
  const manifest = index().manifests.find(({ platform }) => platform.architecture === architecture);
  const { digest } = document(blob(manifest?.digest ?? '')).config;
  return (JSON.parse(String(blob(digest))) as { config: { Entrypoint: string[]; User: string } }).config;
}
