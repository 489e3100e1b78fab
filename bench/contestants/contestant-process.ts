import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { lastLines } from '@slipway/tools/processes/index';

/** What a contestant says in one line. */
export interface Line {
  readonly state: 'ready' | 'synced' | 'memory';
  readonly objects?: number;
  readonly heapBytes?: number;
  readonly longestStallMs?: number;
}

/** How long a contestant may take for one answer. A run beyond it counts as failed. */
const ANSWER_TIMEOUT_MS = 300_000;

/** A contestant that was started, and the conversation with it. */
export class ContestantProcess {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;
  #output = '';

  constructor([command, ...args]: readonly string[]) {
    // A contestant is a product in production: no development checks, no output that nobody reads.
    const env = { ...process.env, NODE_ENV: 'production' };
    this.#child = spawn(command as string, args, { stdio: ['pipe', 'pipe', 'pipe'], env });
    // Whatever goes wrong with the process shows as the end of its output, with a message that says more.
    this.#child.once('error', (error) => {
      this.#output += String(error);
    });
    this.#child.stdin?.on('error', (error) => {
      this.#output += String(error);
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#output = (this.#output + text).slice(-10_000);
    });
    this.#lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Lets it start; returns what it says once it is done. */
  async sync(): Promise<Line> {
    this.#ask('start');
    return await this.hear('synced');
  }

  /** What is on its heap, by its own account. */
  async heapBytes(): Promise<number> {
    this.#ask('memory');
    return (await this.hear('memory')).heapBytes ?? Number.NaN;
  }

  #ask(request: 'start' | 'memory'): void {
    this.#child.stdin?.write(`${request}\n`);
  }

  /** The next line, which has to be of that state. */
  async hear(state: Line['state']): Promise<Line> {
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), ANSWER_TIMEOUT_MS);
    const { value, done } = await this.#lines.next();
    clearTimeout(timer);
    if (done) throw new Error(`The contestant ended before it was ${state}:\n${lastLines(this.#output)}`);
    const line = JSON.parse(value) as Line;
    if (line.state !== state) throw new Error(`The contestant printed ${value} where "${state}" was expected.`);
    return line;
  }

  /** Lets it end by itself, so that it writes what it has to write. */
  async finish(): Promise<void> {
    const exit = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await exit;
  }

  /** Kills it: nothing of its shutdown is measured. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null || this.#child.pid === undefined) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}

/** Starts a contestant, talks to it once it is ready, and ends it whatever comes. */
export async function withContestant<T>(
  command: readonly string[],
  talk: (contestant: ContestantProcess) => Promise<T>,
): Promise<T> {
  const contestant = new ContestantProcess(command);
  try {
    await contestant.hear('ready');
    return await talk(contestant);
  } finally {
    await contestant.end();
  }
}
