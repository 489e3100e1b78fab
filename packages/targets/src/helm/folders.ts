import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

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
