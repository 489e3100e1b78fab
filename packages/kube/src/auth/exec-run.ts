import { spawn } from 'node:child_process';
import { isatty } from 'node:tty';
import type { ExecConfig } from '../config/index.ts';
import type { CredentialOptions } from './credentials.ts';
import { execInfo } from './exec-credential.ts';

export type PluginRun =
  | { readonly ended: true; readonly stdout: string }
  /** `problem` continues "the plugin …"; `isPassing` where a second run may well succeed. */
  | { readonly ended: false; readonly problem: string; readonly isPassing: boolean };

const MAX_OUTPUT_BYTES = 1024 * 1024;

/** Runs a credential plugin once. What it prints goes nowhere but into the result. */
export function runPlugin(exec: ExecConfig, options: CredentialOptions, closing: AbortSignal): Promise<PluginRun> {
  const hasTerminal = isatty(0);
  if (exec.interactiveMode === 'Always' && !hasTerminal) {
    return Promise.resolve(failed('needs a terminal (interactiveMode: Always), and there is none', false));
  }
  const isInteractive = hasTerminal && exec.interactiveMode !== 'Never';
  return new Promise((resolve) => {
    const child = spawn(exec.command, exec.args, {
      env: { ...options.env, ...exec.env, KUBERNETES_EXEC_INFO: execInfo(exec, isInteractive) },
      // Its standard error is for a person at a terminal, who may be asked to log in; nowhere else.
      stdio: isInteractive ? ['inherit', 'pipe', 'inherit'] : ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    const finish = (run: PluginRun): void => {
      timer?.cancel();
      closing.removeEventListener('abort', onClosing);
      resolve(run);
    };
    // Not left to the events of the child: a process that it started may hold its output open.
    const stop = (problem: string): void => {
      child.kill('SIGKILL');
      child.stdout.destroy();
      finish(failed(problem, false));
    };
    const onClosing = (): void => stop('was stopped because its cluster handle was closed');
    closing.addEventListener('abort', onClosing, { once: true });
    const tooLate = (): void => stop(`did not end within ${options.execTimeoutMs} ms`);
    const timer = isInteractive ? undefined : options.clock.timer(options.execTimeoutMs, tooLate);

    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) stop(`printed more than ${MAX_OUTPUT_BYTES} bytes`);
    });
    child.once('error', (error: NodeJS.ErrnoException) => {
      finish(failed(error.code === 'ENOENT' ? 'was not found' : `could not be started (${error.code})`, false));
    });
    child.once('close', (code, signal) => {
      if (code === 0) finish({ ended: true, stdout: Buffer.concat(chunks).toString() });
      else finish(failed(signal ? `was ended by ${signal}` : `ended with code ${code}`, true));
    });
  });
}

function failed(problem: string, isPassing: boolean): PluginRun {
  return { ended: false, problem, isPassing };
}
