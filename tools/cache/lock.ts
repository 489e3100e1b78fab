import { readFileSync } from 'node:fs';
import { readlink, symlink, unlink } from 'node:fs/promises';
import { isAlive } from '@slipway/apimachinery/process';
import { waitUntil } from '../processes/index.ts';

/**
 * Runs `work` while no other process runs work under the same lock.
 *
 * The lock is a symbolic link whose target names its holder: making one is atomic and it is never
 * seen half written. A holder that died without releasing is recognised by its process id and start time.
 */
export async function withLock<T>(path: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const self = holderName(process.pid);
  await waitUntil(async () => ((await acquire(path, self)) ? true : undefined), signal);
  try {
    return await work();
  } finally {
    if ((await holderOf(path)) === self) await unlink(path);
  }
}

async function acquire(path: string, self: string): Promise<boolean> {
  try {
    await symlink(self, path);
    return true;
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  }
  const holder = await holderOf(path);
  if (holder !== undefined && !holds(holder)) {
    await unlink(path).catch((error: unknown) => {
      if (!isErrno(error, 'ENOENT')) throw error;
    });
  }
  return false;
}

async function holderOf(path: string): Promise<string | undefined> {
  return await readlink(path).catch((error: unknown) => {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  });
}

function holds(holder: string): boolean {
  const pid = Number.parseInt(holder, 10);
  return isAlive(pid) && holderName(pid) === holder;
}

/** Process ids come round again; together with the start time they do not. */
function holderName(pid: number): string {
  return `${pid}:${startTime(pid)}`;
}

function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything; start time is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // No /proc: the process id has to do.
    return '';
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
