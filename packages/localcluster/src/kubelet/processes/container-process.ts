import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Clock, Timer } from '@slipway/kube';
import type { Container, Sight } from '../lifecycle/index.ts';
import { type Env, expand } from './environment.ts';
import type { Guard } from './guard.ts';
import { ask, describe, type Subject } from './handlers.ts';
import { LogLines } from './log-lines.ts';
import { Prober } from './prober.ts';
import type { ProcessOptions } from './process-options.ts';

export interface ContainerProcessOptions {
  readonly container: Container;
  readonly process: ProcessOptions;
  readonly env: Env;
  /** The container's root folder. */
  readonly root: string;
  readonly host: string;
  readonly portOf: Subject['portOf'];
  readonly guard: Guard;
  readonly clock: Clock;
  /** Called whenever a look would see something else. */
  readonly changed: () => void;
}

/** Time between the end of a process and the end of what it wrote, in milliseconds: its children may hold the pipe. */
const OUTPUT_GRACE_MS = 500;
const COLLISION = /EADDRINUSE|address already in use/i;

/** One run of a container as a process group of this machine. */
export class ContainerProcess {
  readonly logs = new LogLines();
  readonly #options: ContainerProcessOptions;
  readonly #child: ChildProcess;
  readonly #prober: Prober;
  readonly #subject: Subject;
  readonly #ending = new AbortController();
  #exit: Sight['exit'];
  #kill: Timer | undefined;
  #isStopping = false;

  constructor(options: ContainerProcessOptions) {
    const { container, process: mapped, env, root, clock, changed, guard } = options;
    this.#options = options;
    const [program = '', ...args] = [...mapped.command, ...(container.args ?? []).map((arg) => expand(arg, env))];
    const cwd = mapped.cwd ?? root;
    this.#subject = { host: options.host, container, portOf: options.portOf, env, cwd };
    // A group of its own, so that what the process starts ends with it.
    this.#child = spawn(program, args, { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const { pid } = this.#child;
    if (pid !== undefined) guard.lives(pid);
    for (const stream of ['stdout', 'stderr'] as const) {
      this.#child[stream]
        ?.setEncoding('utf8')
        .on('data', (chunk: string) => this.logs.write(stream, chunk, clock.wall()));
    }
    this.#child.once('error', (error) =>
      this.#end({ exitCode: 128, reason: 'StartError', message: describe(error), at: clock.wall() }),
    );
    this.#child.once('exit', (code, signal) => {
      const number = signal === null ? undefined : constants.signals[signal];
      const exitCode = code ?? 128 + (number ?? 0);
      const ended = { exitCode, at: clock.wall(), ...(number !== undefined && { signal: number }) };
      // The last lines may still be on their way.
      const timer = clock.timer(OUTPUT_GRACE_MS, () => this.#end(ended));
      this.#child.once('close', () => {
        timer.cancel();
        this.#end(ended);
      });
    });
    this.#prober = new Prober(this.#subject, clock, changed);
    void this.#afterStart();
  }

  sight(): Sight {
    const image = { is: 'present' } as const;
    if (this.#exit) return { image, exit: this.#exit, isStarted: false, isReady: false };
    return { image, ...this.#prober.sight() };
  }

  /** It ended because the address of its port is taken. */
  get hasCollided(): boolean {
    return this.#exit !== undefined && this.#exit.exitCode !== 0 && this.logs.includes(COLLISION);
  }

  /** Tells the process to end: the hook first, then SIGTERM, and SIGKILL when the time is up. */
  stop(graceMs: number): void {
    if (this.#exit) return;
    const { clock } = this.#options;
    this.#kill?.cancel();
    this.#kill = clock.timer(graceMs, () => this.#signal('SIGKILL'));
    if (this.#isStopping) return;
    this.#isStopping = true;
    this.#prober.stop();
    void this.#beforeStop().then(() => this.#signal('SIGTERM'));
  }

  kill(): void {
    this.#signal('SIGKILL');
  }

  async #afterStart(): Promise<void> {
    const hook = this.#options.container.lifecycle?.postStart;
    if (!hook) return;
    const failure = await ask(hook, this.#subject, this.#ending.signal);
    if (failure !== undefined && !this.#exit) this.#signal('SIGKILL');
  }

  async #beforeStop(): Promise<void> {
    const hook = this.#options.container.lifecycle?.preStop;
    if (!hook) return;
    const seconds = (hook as { sleep?: { seconds: number } }).sleep?.seconds;
    const { signal } = this.#ending;
    if (seconds === undefined) await ask(hook, this.#subject, signal);
    else await this.#options.clock.sleep(seconds * 1000, signal).catch(() => undefined);
  }

  #signal(name: NodeJS.Signals): void {
    const { pid } = this.#child;
    if (pid === undefined || this.#exit) return;
    try {
      process.kill(-pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  #end(exit: NonNullable<Sight['exit']>): void {
    if (this.#exit) return;
    const { container, clock, guard, changed } = this.#options;
    const { pid } = this.#child;
    // What it started and left behind goes too.
    this.#signal('SIGKILL');
    if (pid !== undefined) guard.ended(pid);
    this.#kill?.cancel();
    this.#prober.stop();
    this.#ending.abort();
    this.logs.end(clock.wall());
    const wantsLogs = container.terminationMessagePolicy === 'FallbackToLogsOnError' && exit.exitCode !== 0;
    const message = exit.message ?? (wantsLogs ? this.logs.tail(80, 2048) : undefined);
    this.#exit = { ...exit, ...(message !== undefined && { message }) };
    changed();
  }
}
