import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { CliError } from '../errors.ts';

const run = promisify(execFile);
const MAX_BYTES = 64 * 1024 * 1024;
const GIT_MS = 60_000;

/** `HEAD~1:config/crd`: what git calls a path in a revision, from the top of the repository; `./` begins at the folder. */
export interface GitPath {
  readonly revision: string;
  readonly path: string;
}

/** An argument that has the form; whether git knows it is seen when it is read. */
export function gitPathOf(argument: string): GitPath | undefined {
  const [, revision, path] = /^([^-:][^:]*):(?!\/\/)(.*)$/.exec(argument) ?? [];
  return revision === undefined || path === undefined ? undefined : { revision, path };
}

/**
 * Puts what a revision has at a path into a folder of its own, gives that to `work` and removes it. A file stays a file
 * and a folder a folder, so that whatever is read from disk can be read from history.
 */
export async function atRevision<T>({ revision, path }: GitPath, work: (place: string) => Promise<T>): Promise<T> {
  const name = `${revision}:${path}`;
  const kind = (await git(name, ['cat-file', '-t', name])).trim();
  const folder = await mkdtemp(join(tmpdir(), 'slipway-git-'));
  try {
    const root = join(folder, posix.basename(path) || 'root');
    if (kind === 'blob') await writeFile(root, await git(name, ['cat-file', 'blob', name]));
    else await writeTree(name, root);
    return await work(root);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeTree(name: string, root: string): Promise<void> {
  // Symbolic links (mode 12…) and other repositories (16…) hold no manifest.
  const entries = (await git(name, ['ls-tree', '-r', '-z', name])).split('\0').flatMap((entry) => {
    const [, id, path] = /^10\d{4} blob (\S+)\t(.*)$/s.exec(entry) ?? [];
    return id !== undefined && path !== undefined && /\.(?:ya?ml|json|tpl|txt)$/.test(path) ? [{ id, path }] : [];
  });
  await mkdir(root);
  for (const { id, path } of entries) {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await git(name, ['cat-file', 'blob', id]));
  }
}

async function git(name: string, args: readonly string[]): Promise<string> {
  try {
    return (await run('git', args, { maxBuffer: MAX_BYTES, timeout: GIT_MS })).stdout;
  } catch (error) {
    const { code, stderr = '', message } = error as NodeJS.ErrnoException & { stderr?: string };
    const why =
      code === 'ENOENT'
        ? 'there is no such file, and no git here to look for a revision'
        : (stderr || message)
            .trim()
            .split('\n')[0]
            ?.replace(/^(?:fatal|error): /, '');
    throw new CliError('CLI_INPUT', `${name}: ${why ?? 'git cannot read it'}`, error);
  }
}
