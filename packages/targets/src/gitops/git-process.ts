import { spawn } from 'node:child_process';
import type { Clock } from '@slipway/kube';

export interface ProcessSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly input?: Buffer | string | undefined;
  readonly timeoutMs: number;
  /** @default 256 MiB */
  readonly maxOutputBytes?: number | undefined;
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

export interface ProcessEnd {
  readonly how: 'exit' | 'timeout' | 'abort' | 'missing' | 'flood';
  /** Undefined where a signal ended it. */
  readonly exitCode: number | undefined;
  readonly stdout: Buffer;
  /** The end of it. */
  readonly stderr: string;
}

/** Asked politely, git removes its lock files; a transport that hangs does not listen. */
const GRACE_MS = 2_000;
const MAX_ERROR_BYTES = 64 * 1024;
/** Of all manifests of a repository at once; a remote that lists branches without an end stops here. */
export const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Runs a process to its end, or ends it. It leads a group of its own, so that what it started (ssh,
 * git-remote-https, gpg) ends with it. A git that outlives this process is harmless: what it may
 * still push is a whole commit, and the next run finds it there.
 */
export function runProcess({ command, args, env, cwd, input, ...options }: ProcessSpec): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    const none = Buffer.alloc(0);
    if (options.signal.aborted) return resolve({ how: 'abort', exitCode: undefined, stdout: none, stderr: '' });
    let how: ProcessEnd['how'] = 'exit';
    const output: Buffer[] = [];
    let stderr = Buffer.alloc(0);
    const child = spawn(command, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });

    let killTimer = options.clock.timer(options.timeoutMs, () => end('timeout'));
    const end = (reason: 'timeout' | 'abort' | 'flood'): void => {
      if (how !== 'exit') return;
      how = reason;
      killTimer.cancel();
      signalGroup(child.pid, 'SIGTERM');
      killTimer = options.clock.timer(GRACE_MS, () => signalGroup(child.pid, 'SIGKILL'));
    };
    const onAbort = (): void => end('abort');
    options.signal.addEventListener('abort', onAbort, { once: true });
    const finish = (exitCode: number | undefined): void => {
      killTimer.cancel();
      options.signal.removeEventListener('abort', onAbort);
      resolve({ how, exitCode, stdout: Buffer.concat(output), stderr: stderr.toString() });
    };

    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= (options.maxOutputBytes ?? MAX_OUTPUT_BYTES)) return void output.push(chunk);
      output.length = 0;
      return end('flood');
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-MAX_ERROR_BYTES);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      how = 'missing';
      stderr = Buffer.from(error.code ?? error.message);
      finish(undefined);
    });
    child.once('close', (code) => finish(code ?? undefined));
    // A process that ends without reading its input says why on its standard error.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
