import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PREFIX = 'slipway-helm-';

/** The client's own folder, for this user alone. Folders that dead processes left are removed on the way. */
export async function makeClientFolder(parent: string = tmpdir()): Promise<string> {
  await removeLeftovers(parent);
  const folder = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o700);
  return folder;
}

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // Someone else's is theirs to remove.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The folder of one call: all that helm may read and write. */
export class CallFolder {
  readonly path: string;

  static async make(clientFolder: string): Promise<CallFolder> {
    const folder = new CallFolder(await mkdtemp(join(clientFolder, 'call-')));
    await Promise.all(['tmp', 'charts'].map((name) => mkdir(folder.at(name), { mode: 0o700 })));
    return folder;
  }

  private constructor(path: string) {
    this.path = path;
  }

  at(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file that only this user can read, and gives its path. */
  async write(name: string, text: string): Promise<string> {
    const path = this.at(name);
    await writeFile(path, text, { mode: 0o600, flag: 'wx' });
    return path;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}
