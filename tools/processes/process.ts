import { spawn } from 'node:child_process';

/** A process that could be started and has ended. */
export interface Finished {
  readonly exitCode: number;
  /** Both streams, in the order in which they came. */
  readonly output: string;
  readonly stdout: string;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly signal?: AbortSignal | undefined;
}

/** Runs a command to its end. Rejects only when it cannot be started (`ENOENT`) or the signal fires. */
export function runProcess(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
    });
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ exitCode: code ?? 1, output, stdout }));
  });
}

/** The end of a program's output, indented: enough to see why it failed. */
export function lastLines(output: string, count = 15): string {
  return output
    .trimEnd()
    .split('\n')
    .slice(-count)
    .map((line) => `    ${line}`)
    .join('\n');
}
