import { constants } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TarEntry } from '../archive/index.ts';
import { ToolError } from '../errors.ts';
import { lastLines, runProcess } from '../processes/index.ts';
import type { Platform } from './platform.ts';

/** A package of Debian, and what an image takes of it. */
export interface DebianPackage {
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  /** The package's own description, as `dpkg` keeps it: what scanners of images read. */
  readonly control: string;
  readonly files: readonly TarEntry[];
}

/** What Node is linked with. */
const LIBRARIES = ['libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1'];
const CERTIFICATES = 'ca-certificates';
const WANTED = [
  // Shared libraries in their folder, not the hundreds of converters and auditors in folders below it.
  /^(?:usr\/)?lib(?:64)?\/(?:[^/]+\/)?(?:ld-linux[^/]*|lib(?:c|m|dl|pthread|rt|resolv|nss_(?:dns|files)|gcc_s|stdc\+\+|atomic)\.so[^/]*)$/,
  /^usr\/share\/ca-certificates\/mozilla\/[^/]+\.crt$/,
  /^usr\/share\/doc\/[^/]+\/copyright$/,
];

/**
 * The libraries that Node needs on a platform, and the certificates of the public authorities, out of the packages of the
 * Debian that this machine is. Nothing is installed and no right is needed: apt keeps its lists in a folder of ours, and
 * compares what it fetches with the signed index.
 */
export async function debianPackages(platform: Platform): Promise<DebianPackage[]> {
  const folder = await mkdtemp(join(tmpdir(), 'debian-'));
  try {
    const apt = await aptFor(platform, folder);
    await apt('update');
    await apt('download', ...LIBRARIES, CERTIFICATES);
    const archives = (await readdir(folder)).filter((file) => file.endsWith('.deb')).sort();
    return await Promise.all(archives.map((archive) => readPackage(join(folder, archive), folder)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Apt = (...args: readonly string[]) => Promise<void>;

async function aptFor(platform: Platform, folder: string): Promise<Apt> {
  await mkdir(join(folder, 'lists', 'partial'), { recursive: true });
  await mkdir(join(folder, 'cache', 'archives', 'partial'), { recursive: true });
  await writeFile(join(folder, 'status'), '');
  const options = {
    'APT::Architecture': platform,
    'APT::Architectures': platform,
    'APT::Get::AllowUnauthenticated': 'false',
    // Root need not become apt's own user, who may not write here.
    'APT::Sandbox::User': 'root',
    'Dir::State::status': join(folder, 'status'),
    'Dir::State::lists': join(folder, 'lists'),
    'Dir::Cache': join(folder, 'cache'),
  };
  const flags = Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  return async (...args) => {
    const { exitCode, output } = await runProcess('apt-get', ['--quiet', ...flags, ...args], { cwd: folder }).catch(
      (error: unknown) => {
        throw new ToolError('TOOLS_NO_BINARY_FOR_PLATFORM', WITHOUT_APT, error);
      },
    );
    if (exitCode === 0) return;
    throw new ToolError(
      'TOOLS_DOWNLOAD_FAILED',
      `apt could not fetch what an image for ${platform} is made of:\n${lastLines(output)}\n` +
        'Check that the mirror in the configuration of apt is reachable and has this processor, then try again.',
    );
  };
}

const WITHOUT_APT =
  'An image takes the C library from packages of Debian, and there is no `apt-get` here. ' +
  'Build it on Debian or Ubuntu, or use the Dockerfile.';

async function readPackage(archive: string, folder: string): Promise<DebianPackage> {
  const control = await dpkg('--field', archive);
  const field = (name: string): string => new RegExp(`^${name}: (.*)$`, 'm').exec(control)?.[1] ?? '';
  const tree = join(folder, 'trees', field('Package'));
  await mkdir(tree, { recursive: true });
  await dpkg('--extract', archive, tree);
  return {
    name: field('Package'),
    version: field('Version'),
    architecture: field('Architecture'),
    control,
    files: await wantedFiles(tree),
  };
}

async function dpkg(...args: readonly string[]): Promise<string> {
  const { exitCode, output, stdout } = await runProcess('dpkg-deb', args);
  if (exitCode !== 0) throw new ToolError('TOOLS_DAMAGED', `dpkg-deb ${args.join(' ')} failed:\n${lastLines(output)}`);
  return stdout;
}

async function wantedFiles(tree: string): Promise<TarEntry[]> {
  const paths = (await readdir(tree, { recursive: true })).filter((path) =>
    WANTED.some((pattern) => pattern.test(path)),
  );
  return Promise.all(
    paths.map(async (found): Promise<TarEntry> => {
      // Releases of Debian differ in whether libraries lie in /lib or in /usr/lib; an image has one of them, and a link.
      const path = found.replace(/^lib/, 'usr/lib');
      const file = join(tree, found);
      const { mode } = await lstat(file);
      if ((mode & constants.S_IFMT) === constants.S_IFLNK) return { type: 'link', path, target: await readlink(file) };
      return { type: 'file', path, mode: mode & 0o777, data: await readFile(file) };
    }),
  );
}
