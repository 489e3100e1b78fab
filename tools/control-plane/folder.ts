import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY_FOLDER = '/dev/shm';
/** etcd preallocates 128 MB of log; the rest is for what a scale test stores. Containers often have 64 MB in all. */
const LEAST_FREE_BYTES = 2 * 1024 ** 3;

/** A new private folder for a control plane's state: in memory where there is room, for speed. */
export async function createStateFolder(): Promise<string> {
  const name = 'slipway-control-plane-';
  if (await hasRoom(MEMORY_FOLDER)) {
    try {
      return await mkdtemp(join(MEMORY_FOLDER, name));
    } catch {
      // Not writable for this user: the disk does as well.
    }
  }
  return await mkdtemp(join(tmpdir(), name));
}

async function hasRoom(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize >= LEAST_FREE_BYTES;
  } catch {
    return false;
  }
}
