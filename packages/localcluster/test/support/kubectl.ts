import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureTool } from '@slipway/tools/binaries/index';
import { afterAll, beforeAll } from 'vitest';
import { stringify } from 'yaml';
import type { Fixture } from './fixture.ts';

const run = promisify(execFile);

export interface Kubectl {
  /** What the command prints. Rejects with what it complains of. */
  (...args: string[]): Promise<string>;
  /** The path of a file with this object. */
  file(object: object): string;
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
  const command = async (...args: string[]): Promise<string> => {
    const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: join(folder, 'config') };
    return (await run(binary, args, { env })).stdout;
  };
  const file = (object: object): string => {
    const path = join(folder, `${files++}.yaml`);
    writeFileSync(path, stringify(object));
    return path;
  };
  return Object.assign(command, { file });
}
