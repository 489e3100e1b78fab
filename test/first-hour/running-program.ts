import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, vi } from 'vitest';

/** A program that a test started, with all that it has printed. */
export class RunningProgram {
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown[]>;
  #printed = '';

  constructor(command: string, args: readonly string[], options: { cwd: string; env: NodeJS.ProcessEnv }) {
    this.#process = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#closed = once(this.#process, 'close');
    const note = (text: string): void => void (this.#printed += text);
    this.#process.stdout?.setEncoding('utf8').on('data', note);
    this.#process.stderr?.setEncoding('utf8').on('data', note);
  }

  /** Waits until it has printed all of these; a person does so for three seconds, a test on a busy machine for longer. */
  async untilPrints(...texts: readonly string[]): Promise<void> {
    const missing = (): string[] => texts.filter((text) => !this.#printed.includes(text));
    const all = vi.waitFor(() => expect(missing(), this.#printed).toEqual([]));
    // What has ended prints nothing more.
    await Promise.race([all, this.#closed]);
    expect(missing(), this.#printed).toEqual([]);
  }

  /** The exit code, once it has ended by itself. */
  async end(): Promise<unknown> {
    const [code] = await this.#closed;
    return code;
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Asks it to end, as Ctrl-C does. */
  stop(): Promise<unknown> {
    this.#process.kill('SIGINT');
    return this.end();
  }
}
