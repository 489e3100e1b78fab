import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, beforeAll } from 'vitest';
import { stringify } from 'yaml';
import type { Fixture } from './fixture.ts';

const run = promisify(execFile);

export interface Kubectl {
  /** What the command prints. Rejects with what it complains of. */
  (...args: string[]): Promise<string>;
  /** Runs a command that goes on until it is stopped. */
  start(...args: string[]): RunningKubectl;
  /** The path of a file with this object. */
  file(object: object): string;
}

export interface RunningKubectl {
  /** What the first group of the pattern matches, in the first so many lines that it matches. */
  lines(pattern: RegExp, count: number): Promise<string[]>;
  /** Resolves when it is gone and writes nothing any more. */
  stop(): Promise<void>;
}

/** The real kubectl on the cluster of a file, with caches of its own: one cluster must not meet another's. */
export function useKubectl(fixture: Fixture): Kubectl {
  let folder = '';
  let binary = '';
  let files = 0;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kubectl-'));
    writeFileSync(join(folder, 'config'), fixture.cluster.kubeconfig);
    binary = (await ensureTool('kubectl')).path;
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const environment = () => ({ PATH: process.env['PATH'], HOME: folder, KUBECONFIG: join(folder, 'config') });
  const command = async (...args: string[]): Promise<string> =>
    (await run(binary, args, { env: environment() })).stdout;
  const start = (...args: string[]): RunningKubectl => {
    const child = spawn(binary, args, { env: environment(), stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      lines: async (pattern, count) => {
        const found: string[] = [];
        for await (const line of createInterface({ input: child.stdout })) {
          const match = pattern.exec(line);
          if (match) found.push(match[1] ?? '');
          if (found.length === count) break;
        }
        child.stdout.resume();
        return found;
      },
      stop: () => {
        child.kill();
        return ended;
      },
    };
  };
  const file = (object: object): string => {
    const path = join(folder, `${files++}.yaml`);
    writeFileSync(path, stringify(object));
    return path;
  };
  return Object.assign(command, { file, start });
}
