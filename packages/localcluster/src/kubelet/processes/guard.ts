import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Runs in a process of its own. It gets the living process groups and their folder; when
 * the channel closes, however that came (SIGKILL of the one who started it included), it ends the
 * groups and removes the folder. A text, because the package is bundled and has no file to point to.
 */
const SOURCE = `
const groups = new Set();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('message', ({ lives, ended }) => {
  if (lives !== undefined) groups.add(lives);
  if (ended !== undefined) groups.delete(ended);
});
process.on('disconnect', () => {
  for (const group of groups) {
    try { process.kill(-group, 'SIGKILL'); } catch { /* gone already */ }
  }
  require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 3 });
  process.exit(0);
});
process.send({ ready: true });
`;

/** Sees to it that no process is left behind, whatever happens to this one (L-23). */
export class Guard {
  readonly #process: ChildProcess;
  readonly #ready: Promise<void>;

  /** @param folder goes when the guard does */
  constructor(folder: string) {
    this.#process = spawn(process.execPath, ['-e', SOURCE, folder], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // A session of its own: signals to the group of a test runner must not end it before its work is done.
      detached: true,
    });
    this.#ready = new Promise((resolve, reject) => {
      this.#process.once('message', () => resolve());
      this.#process.once('error', reject);
      this.#process.once('exit', (code) => reject(new Error(`the guard of processes ended with code ${code}`)));
    });
    this.#ready.catch(() => undefined);
    this.#process.unref();
    this.#process.channel?.unref();
  }

  /** No process may start before this. */
  ready(): Promise<void> {
    return this.#ready;
  }

  lives(group: number): void {
    this.#tell({ lives: group });
  }

  ended(group: number): void {
    this.#tell({ ended: group });
  }

  /** Ends what is left and removes the folder. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = new Promise<void>((resolve) => this.#process.once('exit', () => resolve()));
    if (this.#process.connected) this.#process.disconnect();
    await exit;
  }

  #tell(message: object): void {
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}
