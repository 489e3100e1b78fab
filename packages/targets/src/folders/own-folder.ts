import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder of this process, for this user alone. Folders that dead processes left are removed on the way. */
export async function makeOwnFolder(prefix: string, parent: string = tmpdir()): Promise<string> {
  await removeLeftovers(prefix, parent);
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  await chmod(folder, 0o700);
  return folder;
}

async function removeLeftovers(prefix: string, parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || (await isInUse(Number(pid), join(parent, name)))) continue;
    // Someone else's is theirs to remove.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** In a container every incarnation of a program has the same id: what is older than this one was the last one's. */
async function isInUse(pid: number, folder: string): Promise<boolean> {
  if (pid !== process.pid) return isAlive(pid);
  const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  return mtimeMs >= performance.timeOrigin;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
