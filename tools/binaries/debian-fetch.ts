import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolError } from '../errors.ts';
import { type Finished, lastLines, runProcess } from '../processes/index.ts';
import type { EnsureOptions } from './ensure.ts';
import { thisMachine } from './locate.ts';
import type { DebianSource, Tool } from './tool.ts';

/**
 * Takes an executable out of a package of this machine's Debian into the file `into`. Nothing is installed and no
 * right is needed: apt fetches into our folder, from the mirror that the machine is configured with, and compares what
 * it gets with the hash in the signed index. What the executable needs beside the C library is for the caller to know.
 */
export async function fetchFromDebian(
  tool: Tool,
  source: DebianSource,
  into: string,
  { onProgress, signal }: EnsureOptions,
): Promise<void> {
  const folder = join(dirname(into), 'debian');
  await mkdir(folder);
  onProgress?.(`fetching ${tool.name} ${tool.version} with apt (${source.package})`);
  const archive = await download(tool, source, folder, signal);
  const tree = join(folder, 'tree');
  const { exitCode, output } = await runProcess('dpkg-deb', ['--extract', archive, tree], { signal });
  if (exitCode !== 0)
    throw new ToolError('TOOLS_DAMAGED', `dpkg-deb could not unpack ${archive}:\n${lastLines(output)}`);
  await rename(join(tree, source.path), into);
  await rm(folder, { recursive: true });
  await requireVersion(tool, into);
}

async function download(
  tool: Tool,
  source: DebianSource,
  folder: string,
  signal: AbortSignal | undefined,
): Promise<string> {
  const apt = (...args: readonly string[]): Promise<Finished> =>
    runProcess('apt-get', ['--quiet', ...WITHOUT_RIGHTS, ...args], { cwd: folder, signal }).catch((error: unknown) => {
      if (signal?.aborted) throw error;
      throw new ToolError(
        'TOOLS_NO_BINARY_FOR_PLATFORM',
        `${tool.name} comes from Debian's package ${source.package}, and there is no \`apt-get\` here. ${advice(tool)}`,
        error,
      );
    });
  let { exitCode, output } = await apt('download', source.package);
  if (exitCode !== 0) {
    // The machine's list of packages may be empty, as in a fresh container, or name a package that is gone.
    const lists = await ownLists(folder);
    await apt(...lists, 'update');
    ({ exitCode, output } = await apt(...lists, 'download', source.package));
  }
  const archive = (await readdir(folder)).find((name) => name.endsWith('.deb'));
  if (exitCode === 0 && archive !== undefined) return join(folder, archive);
  throw new ToolError(
    'TOOLS_DOWNLOAD_FAILED',
    `apt could not fetch ${tool.name} ${tool.version}:\n${lastLines(output)}\n${advice(tool)} By hand:\n` +
      `    apt-get update && apt-get install ${source.package}`,
  );
}

/** What is not signed is refused whatever the machine says; and root need not become apt's own user, who may not write here. */
const WITHOUT_RIGHTS = ['-o', 'APT::Get::AllowUnauthenticated=false', '-o', 'APT::Sandbox::User=root'];

/** Options that make apt keep its lists in our folder, where they may be brought up to date by anyone. */
async function ownLists(folder: string): Promise<string[]> {
  const [lists, cache] = [join(folder, 'lists'), join(folder, 'cache')];
  await mkdir(join(lists, 'partial'), { recursive: true });
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true });
  return ['-o', `Dir::State::lists=${lists}`, '-o', `Dir::Cache=${cache}`];
}

/** Each release of Debian has its own. */
async function requireVersion(tool: Tool, path: string): Promise<void> {
  if (tool.onPath === undefined) return;
  const version = await thisMachine.versionOf(path, tool.onPath.versionArguments);
  if (version !== undefined && tool.onPath.serves(version)) return;
  const found = version === undefined ? 'one that does not run here' : `${version.major}.${version.minor}`;
  throw new ToolError(
    'TOOLS_NO_BINARY_FOR_PLATFORM',
    `Debian's package gave ${tool.name} ${found}, and ${tool.version} is needed. ${advice(tool)}`,
  );
}

const advice = ({ variable }: Tool): string =>
  `Install it and put it on the PATH${variable === undefined ? '' : `, or name it by ${variable}`}.`;
