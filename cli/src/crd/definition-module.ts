import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { CrdError, type CrdErrorCode } from '@slipway/crd/errors';
import { CliError } from '../errors.ts';

/** A definition that a module exports, as it crosses from the process that loaded it. */
export interface ExportedDefinition {
  /** `widgets.example.dev` */
  readonly name: string;
  readonly yaml: string;
}

export type ModuleAnswer =
  | { readonly definitions: readonly ExportedDefinition[] }
  | { readonly error: { readonly code?: CrdErrorCode; readonly text: string } };

/**
 * Loads a module in a process of its own and returns the definitions that it exports. A process, since the module may
 * print, start something or never end: what it prints goes to standard error, and it ends with the answer.
 */
export async function definitionsIn(file: string, timeoutMs: number): Promise<readonly ExportedDefinition[]> {
  const [, program = ''] = process.argv;
  const args = [...process.execArgv, ...loaderFor(file), program, 'crd', 'read-module', file];
  const child = spawn(process.execPath, args, { stdio: ['ignore', process.stderr, process.stderr, 'ipc'] });
  const timer = AbortSignal.timeout(timeoutMs);
  const answer = await Promise.race([
    once(child, 'message').then(([message]) => message as ModuleAnswer),
    once(child, 'exit').then(([code]) => exitAnswer(code as number | null)),
    once(timer, 'abort').then(() => tooSlow(timeoutMs)),
  ]);
  child.kill('SIGKILL');
  if ('definitions' in answer) return answer.definitions;
  const { code, text } = answer.error;
  throw code ? new CrdError(code, text, { source: file }) : new CliError('CLI_INPUT', `${file}: ${text}`);
}

/** What has to be loaded before a module can be: for TypeScript the tsx of its project, where Node does not read it. */
function loaderFor(file: string): string[] {
  if (!/\.[cm]?tsx?$/.test(file)) return [];
  try {
    return ['--import', pathToFileURL(createRequire(resolve(file)).resolve('tsx')).href];
  } catch {
    if ((process.features as { readonly typescript?: unknown }).typescript) return [];
    const wayOut = 'npm install --save-dev tsx beside it, use Node 22.18 or newer, or name the compiled .js';
    throw new CliError('CLI_INPUT', `${file}: Node ${process.version} does not read TypeScript: ${wayOut}`);
  }
}

function exitAnswer(code: number | null): ModuleAnswer {
  return { error: { text: `its process ended while it was loaded (exit code ${code ?? 'none'})` } };
}

function tooSlow(timeoutMs: number): ModuleAnswer {
  const text =
    `it was not loaded after ${timeoutMs / 1000} s; a module that starts something at its top level never is: ` +
    'export the definitions from a module of their own, or give it more time by --timeout';
  return { error: { text } };
}
