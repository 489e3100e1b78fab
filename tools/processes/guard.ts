import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ToolError } from '../errors.ts';
import { lastLines } from './process.ts';
import { waitUntil } from './wait.ts';

export interface ProcessSpec {
  /** Also names its log: `<name>.log` in the folder. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  /** All that it sees of the environment. @default everything */
  readonly env?: Readonly<Record<string, string>>;
}

export type GuardRequest = { readonly start: ProcessSpec } | { readonly kill: string } | { readonly end: true };

interface EndedMessage {
  readonly ended: string;
  /** Signal, exit code, or why it could not be started. */
  readonly how: string;
}

const GUARD = fileURLToPath(new URL('guard.mjs', import.meta.url));

/** Owns a folder and the processes that work in it; see guard.mjs. */
export class Guard {
  readonly #folder: string;
  readonly #process: ChildProcess;
  /** How each process that is not running ended. */
  readonly #ended = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
    // A session of its own: signals to the group of a test runner must not end it before its work is done.
    this.#process = fork(GUARD, [folder], { detached: true, execArgv: [], stdio: 'ignore' });
    this.#process.on('message', (message) => {
      const { ended, how } = message as EndedMessage;
      this.#ended.set(ended, how);
    });
  }

  start(spec: ProcessSpec): void {
    this.#ended.delete(spec.name);
    this.#send({ start: spec });
  }

  /** SIGKILL; resolves when the process is gone and its ports are free. */
  async kill(name: string, signal?: AbortSignal): Promise<void> {
    this.#send({ kill: name });
    await waitUntil(async () => this.#ended.get(name), signal);
  }

  /** How a process ended that does not run, undefined while it runs. */
  howEnded(name: string): string | undefined {
    return this.#ended.get(name);
  }

  /** What a process has written, since its first start. */
  log(name: string): Promise<string> {
    return readFile(join(this.#folder, `${name}.log`), 'utf8').catch(() => '');
  }

  /** Waits until `probe` succeeds; throws with the end of its log if the process ends before. */
  async untilReady(name: string, probe: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
    try {
      await waitUntil(async () => {
        const how = this.#ended.get(name);
        if (how !== undefined) throw await this.#failure(name, `ended (${how})`);
        return (await probe()) ? true : undefined;
      }, signal);
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      throw isLate ? await this.#failure(name, 'did not become ready in time', error) : error;
    }
  }

  /** Ends every process and removes the folder. */
  async end(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#send({ end: true });
    await exit;
  }

  #send(request: GuardRequest): void {
    this.#process.send(request);
  }

  async #failure(name: string, what: string, cause?: unknown): Promise<ToolError> {
    const log = await this.log(name);
    const code = log.includes('address already in use') ? 'PROCESS_PORT_TAKEN' : 'PROCESS_FAILED';
    return new ToolError(code, `${name} ${what}. The end of its log:\n${lastLines(log)}`, cause);
  }
}
