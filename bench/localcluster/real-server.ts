import { readdirSync, readFileSync } from 'node:fs';
import { ensureTool } from '@slipway/tools/binaries/index';
import { startControlPlane } from '@slipway/tools/control-plane/index';
import { type Cores, moveToContestantCore } from '../ground/index.ts';
import { Client } from './client.ts';
import type { ServerKind } from './server.ts';

const PROGRAMS = ['etcd', 'kube-apiserver'] as const;

/** The real thing, with no audit log, no controllers, and a disk that is not waited for. */
export function realServer(cores: Cores, onProgress: (line: string) => void): ServerKind {
  return {
    name: 'kube-apiserver + etcd',
    async start() {
      for (const program of PROGRAMS) await ensureTool(program, { onProgress });
      const startedAt = performance.now();
      const controlPlane = await startControlPlane({
        controllerManager: false,
        scheduler: false,
        auditPolicy: { rules: [{ level: 'None' }] },
        onProgress,
      });
      const startMs = performance.now() - startedAt;
      const pids = processesIn(controlPlane.folder);
      for (const pid of pids) await moveToContestantCore(cores, pid);
      const client = new Client(controlPlane.kubeconfig);
      return {
        client,
        pids,
        startMs,
        async stop() {
          client.close();
          await controlPlane.stop();
        },
      };
    },
  };
}

/** Those of the control plane, which have its folder among their arguments. */
function processesIn(folder: string): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => {
    const [program = '', ...args] = commandOf(pid);
    return PROGRAMS.some((name) => program.includes(name)) && args.some((argument) => argument.includes(folder));
  });
  if (found.length !== PROGRAMS.length) throw new Error(`${found.length} processes of the control plane were found.`);
  return found.map(Number);
}

function commandOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    // It ended meanwhile.
    return [];
  }
}
