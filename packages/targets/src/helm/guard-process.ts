import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Clock, Timer } from '@slipway/kube';
import { TargetError } from '../errors.ts';

/** One helm to be run; what it prints goes to files, so that no pipe can fill up or break. */
export interface HelmProcess {
  readonly id: number;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdout: string;
  readonly stderr: string;
}

export type GuardRequest =
  | { readonly run: HelmProcess }
  | { readonly heard: readonly number[] }
  | { readonly stop: number }
  | { readonly end: true };

/** How a helm ended. */
export interface HelmEnd {
  readonly code: number | null;
  readonly signal: string | null;
  /** Killed by the guard because its client had fallen silent. */
  readonly isStalled: boolean;
  /** Why it could not be started. */
  readonly error?: string;
}

interface Running {
  readonly isHeld: () => boolean;
  readonly resolve: (end: HelmEnd) => void;
  readonly reject: (error: unknown) => void;
  pid: number | undefined;
}

export interface GuardOptions {
  readonly folder: string;
  readonly stallMs: number;
  readonly graceMs: number;
  readonly clock: Clock;
}

/** Beside this module in the sources; in a bundle, which may have put this module elsewhere, below `helm`. */
function guardFile(): string {
  const places = ['guard.mjs', 'guard.js', 'helm/guard.js', '../helm/guard.js'];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return files.find((file) => existsSync(file)) ?? (files[0] as string);
}

/** The client's end of the guard; see guard.mjs. Started with the first helm, and anew if it was killed. */
export class GuardProcess {
  readonly #options: GuardOptions;
  readonly #running = new Map<number, Running>();
  #process: ChildProcess | undefined;
  #word: Timer | undefined;
  #lastId = 0;

  constructor(options: GuardOptions) {
    this.#options = options;
  }

  /**
   * Runs one helm to its end. While `isHeld` is false no word is given for it, and the guard ends it
   * after `stallMs`. When the signal fires its group is ended; the promise still waits for that.
   */
  run(
    helm: Omit<HelmProcess, 'id'>,
    { isHeld, signal }: { readonly isHeld: () => boolean; readonly signal: AbortSignal },
  ): Promise<HelmEnd> {
    const id = ++this.#lastId;
    const guard = this.#ensure();
    const ended = new Promise<HelmEnd>((resolve, reject) => {
      this.#running.set(id, { isHeld, resolve, reject, pid: undefined });
    });
    const stop = (): void => this.#send(guard, { stop: id });
    signal.addEventListener('abort', stop, { once: true });
    this.#send(guard, { run: { ...helm, id } });
    if (signal.aborted) stop();
    this.#keepWord();
    return ended.finally(() => {
      signal.removeEventListener('abort', stop);
      this.#running.delete(id);
      this.#rest();
    });
  }

  /** Kills what runs, removes the folder and ends the guard. */
  async end(): Promise<void> {
    const guard = this.#process;
    if (!guard) return;
    const exit = once(guard, 'exit');
    hold(guard);
    this.#send(guard, { end: true });
    await exit;
  }

  #ensure(): ChildProcess {
    if (this.#process) return hold(this.#process);
    const { folder, stallMs, graceMs } = this.#options;
    // A session of its own: signals to the client's group must not end it before its work is done.
    const guard = fork(guardFile(), [JSON.stringify({ folder, stallMs, graceMs })], {
      detached: true,
      execArgv: [],
      stdio: 'ignore',
      env: {},
    });
    guard.on('message', (message) => this.#receive(message as GuardMessage));
    guard.on('error', (cause) => this.#lost(guard, cause));
    guard.on('exit', () => this.#lost(guard, undefined));
    this.#process = guard;
    return guard;
  }

  #receive(message: GuardMessage): void {
    if ('started' in message) {
      const running = this.#running.get(message.started);
      if (running) running.pid = message.pid;
      return;
    }
    const { ended, code = null, signal = null, isStalled, error } = message;
    this.#running.get(ended)?.resolve({ code, signal, isStalled, ...(error !== undefined && { error }) });
  }

  /** Without its guard a helm might outlive this process, so it ends now. */
  #lost(guard: ChildProcess, cause: unknown): void {
    if (this.#process === guard) this.#process = undefined;
    for (const { pid, reject } of this.#running.values()) {
      if (pid !== undefined) killGroup(pid);
      reject(
        new TargetError(
          'HELM_GUARD',
          'The process that guards helm ended, and helm with it. The call can be repeated.',
          {
            cause,
          },
        ),
      );
    }
  }

  #send(guard: ChildProcess, request: GuardRequest): void {
    // A closed channel is signalled by the exit of the guard; here there is nobody to tell.
    if (guard.connected) guard.send(request, () => undefined);
  }

  /** Says at a quarter of the stall time for which helms this process still answers. */
  #keepWord(): void {
    this.#word ??= this.#options.clock.timer(this.#options.stallMs / 4, () => {
      this.#word = undefined;
      const heard = [...this.#running].filter(([, { isHeld }]) => isHeld()).map(([id]) => id);
      if (this.#process) this.#send(this.#process, { heard });
      if (this.#running.size > 0) this.#keepWord();
    });
  }

  /** An idle client does not keep its process alive. */
  #rest(): void {
    if (this.#running.size > 0) return;
    this.#word?.cancel();
    this.#word = undefined;
    this.#process?.unref();
    this.#process?.channel?.unref();
  }
}

type GuardMessage =
  | { readonly started: number; readonly pid: number }
  | ({ readonly ended: number } & Partial<HelmEnd> & Pick<HelmEnd, 'isStalled'>);

/** While something is waited for from the guard, it keeps this process alive. */
function hold(guard: ChildProcess): ChildProcess {
  guard.ref();
  guard.channel?.ref();
  return guard;
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Gone with its guard.
  }
}
