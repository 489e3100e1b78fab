import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '@slipway/tools/processes/index';

const DEADLINE_MS = 120_000;

/** A foreign program that goes on until it is ended, and what it has printed. Its owner ends it. */
export class Program {
  readonly #child: ChildProcess;
  #output = '';

  constructor(command: string, args: readonly string[], env: Readonly<Record<string, string | undefined>>) {
    this.#child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text;
      });
    }
  }

  /** Everything so far. */
  get output(): string {
    return this.#output;
  }

  /** Until it has printed a line that matches; rejects with all its output when it ends before. */
  untilSays(pattern: RegExp): Promise<string> {
    return waitUntil(async () => {
      const line = this.#output.split('\n').find((text) => pattern.test(text));
      if (line === undefined && this.#hasEnded) throw new Error(`it ended and had printed:\n${this.#output}`);
      return line;
    }, AbortSignal.timeout(DEADLINE_MS)).catch((error: unknown) => {
      throw new Error(`${pattern} was not printed; the output was:\n${this.#output}`, { cause: error });
    });
  }

  /** `SIGKILL` ends it as a crash would, `SIGTERM` asks it to end. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGKILL'): Promise<void> {
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }
}
