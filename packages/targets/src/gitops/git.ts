import type { Clock } from '@slipway/kube';
import { TargetError } from '../errors.ts';
import { withoutSecrets } from './credentials.ts';
import { classifyFailure } from './git-failure.ts';
import { MAX_OUTPUT_BYTES, type ProcessEnd, runProcess } from './git-process.ts';

export interface GitOptions {
  readonly binary: string;
  /** The git directory; also where processes run. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Masked in everything that git says. */
  readonly secrets: readonly string[];
  readonly timeoutMs: number;
  /** Of what git prints. @default 256 MiB */
  readonly maxOutputBytes?: number;
  readonly clock: Clock;
}

export interface GitCall {
  /** Continues "git could not …". */
  readonly to: string;
  readonly input?: Buffer | string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes that are answers and not failures. @default [0] */
  readonly answers?: readonly number[];
  readonly signal: AbortSignal;
}

/** The git program in one bare repository. */
export class Git {
  readonly #options: GitOptions;

  constructor(options: GitOptions) {
    this.#options = options;
  }

  /** The whole outcome, for the few callers that read failures themselves. Rejects when git did not come to an end. */
  async outcome(args: readonly string[], { to, input, env, signal }: GitCall): Promise<ProcessEnd> {
    const { binary, folder, timeoutMs, clock, secrets, maxOutputBytes = MAX_OUTPUT_BYTES } = this.#options;
    const end = await runProcess({
      command: binary,
      args,
      cwd: folder,
      env: { ...this.#options.env, GIT_DIR: folder, ...env },
      input,
      timeoutMs,
      maxOutputBytes,
      signal,
      clock,
    });
    if (end.how === 'abort') throw signal.reason;
    if (end.how === 'missing') {
      const why = `${binary} could not be started (${end.stderr})`;
      throw new TargetError('TARGET_GIT_MISSING', `git could not ${to}: ${why}. Install git 2.31 or newer.`);
    }
    if (end.how === 'timeout') {
      const what = `git could not ${to} within ${timeoutMs} ms and was ended`;
      throw new TargetError('TARGET_GIT_TIMEOUT', `${what}. It is repeated; a slow network needs a longer timeoutMs.`);
    }
    if (end.how === 'flood') {
      const what = `git could not ${to}: it printed more than ${maxOutputBytes} bytes and was ended`;
      throw new TargetError('TARGET_GIT_TOO_LARGE', `${what}. Check what the remote holds.`);
    }
    return { ...end, stderr: withoutSecrets(end.stderr, secrets) };
  }

  async run(args: readonly string[], call: GitCall): Promise<Buffer> {
    const end = await this.outcome(args, call);
    if (!(call.answers ?? [0]).includes(end.exitCode ?? -1)) throw gitError(call.to, end.stderr);
    return end.stdout;
  }

  async text(args: readonly string[], call: GitCall): Promise<string> {
    return (await this.run(args, call)).toString().trim();
  }
}

export function gitError(to: string, stderr: string): TargetError {
  const { code, advice } = classifyFailure(stderr);
  const output = stderr.trim().split('\n').slice(-8).join('\n');
  return new TargetError(code, `git could not ${to}:\n${output}\n${advice}`, { output });
}
