import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bundledProgram } from '@slipway/tools/bundled-program';

export interface Run {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

export interface RunOptions {
  readonly cwd?: string;
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Runs the sources as they are, module by module: slower, for who looks at what is loaded. */
  readonly isUnbundled?: boolean;
}

export const fixtures = join(import.meta.dirname, 'fixtures');
const source = join(import.meta.dirname, '../src/main.ts');
const main = bundledProgram(source);
const unbundled = ['--conditions=slipway-source', '--import', import.meta.resolve('tsx'), source];

/** How the command is started, for the code that keeps its process. */
export function runsSlipway(args: readonly string[]): { readonly command: string; readonly args: string[] } {
  return { command: process.execPath, args: [main, ...args] };
}

/** Runs the command as a process of its own, as a user does. */
export function slipway(
  args: readonly string[],
  { cwd = fixtures, stdin = '', env = {}, isUnbundled = false }: RunOptions = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const { command, args: bundled } = runsSlipway(args);
    const child = spawn(command, isUnbundled ? [...unbundled, ...args] : bundled, {
      cwd,
      env: { ...process.env, ...env },
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (exitCode) => resolve({ stdout, stderr, exitCode }));
    // A command that does not read its input may end before it is written.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
  });
}
