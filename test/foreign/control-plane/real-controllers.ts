import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalCluster, startLocalCluster } from '@slipway/localcluster';
import { type Nodes, startNodes } from '@slipway/localcluster/kubelet';
import { ensureTool, type ToolName } from '@slipway/tools/binaries/index';
import { adminKubeconfig, type Place, type Setting, untilNodesTakePods } from '../places.ts';

/** What every part is started with: there is one of each, and nobody scrapes it. */
const ALONE = ['--leader-elect=false', '--secure-port=0', '--kube-api-qps=500', '--kube-api-burst=1000'];

export interface RealControllers extends Place {
  readonly cluster: LocalCluster;
  /** What a part has written so far. */
  logOf(part: 'kube-controller-manager' | 'kube-scheduler'): Promise<string>;
}

/** The API of localcluster alone; kube-controller-manager and kube-scheduler do what its own would. */
export async function startRealControllers({ nodes, rules }: Setting): Promise<RealControllers> {
  const folder = await mkdtemp(join(tmpdir(), 'foreign-'));
  const cluster = await startLocalCluster();
  const children: ChildProcess[] = [];
  let running: Nodes | undefined;
  const stop = async (): Promise<void> => {
    await running?.stop();
    await Promise.all(children.map(end));
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const write = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const start = async (tool: ToolName, args: readonly string[]): Promise<void> => {
    const kubeconfig = await write(`${tool}.kubeconfig`, adminKubeconfig(cluster, `system:${tool}`, []));
    const log = await open(join(folder, `${tool}.log`), 'w');
    const { path } = await ensureTool(tool);
    children.push(
      spawn(path, [`--kubeconfig=${kubeconfig}`, ...ALONE, ...args], { stdio: ['ignore', log.fd, log.fd] }),
    );
    await log.close();
  };
  try {
    const certificate = await write('ca.crt', cluster.caPem);
    const key = await write('ca.key', cluster.authority.keyPem);
    await start('kube-controller-manager', [
      '--use-service-account-credentials',
      `--root-ca-file=${certificate}`,
      `--cluster-signing-cert-file=${certificate}`,
      `--cluster-signing-key-file=${key}`,
    ]);
    await start('kube-scheduler', []);
    running = await startNodes({ kubeconfig: cluster.kubeconfig, nodes, rules });
    await untilNodesTakePods(cluster.kubeconfig);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    cluster,
    kubeconfig: adminKubeconfig(cluster),
    logOf: (part) => readFile(join(folder, `${part}.log`), 'utf8'),
    stop,
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
