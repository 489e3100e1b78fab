import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAlive } from '@slipway/apimachinery/process';

/** Of this thread. A clock that is set while the program runs does not make them old. */
const made = new Set<string>();

/** When the process began; other threads of it have folders too. */
const startedAt = Date.now() - process.uptime() * 1000;

/** A new folder of this process, for this user alone. Folders that dead processes left are removed on the way. */
export async function makeOwnFolder(prefix: string, parent: string = tmpdir()): Promise<string> {
  await removeLeftovers(prefix, parent);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  made.add(folder);
  await chmod(folder, 0o700);
  return folder;
}

async function removeLeftovers(prefix: string, parent: string): Promise<void> {
  const folders = new Map((await readdir(parent)).map((name) => [join(parent, name), name]));
  for (const folder of made) if (dirname(folder) === join(parent) && !folders.has(folder)) made.delete(folder);
  for (const [folder, name] of folders) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (await isInUse(Number(pid), folder))) continue;
    // Someone else's is theirs to remove.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** In a container every incarnation of a program has the same id: what is older than this one was the last one's. */
async function isInUse(pid: number, folder: string): Promise<boolean> {
  if (pid !== process.pid) return isAlive(pid);
  if (made.has(folder)) return true;
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return mtimeMs >= startedAt;
}
