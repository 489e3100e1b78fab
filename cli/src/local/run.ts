import { writeFile } from 'node:fs/promises';
import type { Outcome } from '../outcome.ts';
import {
  type ClusterFolder,
  type ClusterSettings,
  clusterFolder,
  readSettings,
  writeSettings,
} from './cluster-folder.ts';
import { type ControlledCluster, claimControl } from './control.ts';

/** The background process: one cluster, until it is asked to stop. */
export async function runCluster(name: string): Promise<Outcome> {
  const folder = clusterFolder(name);
  const settings = (await readSettings(folder)) ?? { nodes: 0, port: 0, durable: false };
  let begin: (cluster: Promise<ControlledCluster>) => void = () => undefined;
  const serving = new Promise<ControlledCluster>((resolve) => {
    begin = resolve;
  });
  // Sent to clients of the socket; having none is no fault.
  serving.catch(() => undefined);
  const leaveControl = await claimControl(folder, serving);
  try {
    await new Promise<void>((resolve, reject) => {
      const cluster = start(folder, settings, resolve);
      begin(cluster);
      cluster.then(({ info, stop }) => {
        for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop());
        // `launch` waits for this.
        process.send?.(info);
        if (process.connected) process.disconnect();
      }, reject);
    });
  } finally {
    leaveControl();
  }
  return { exitCode: 0 };
}

async function start(
  folder: ClusterFolder,
  settings: ClusterSettings,
  onStopped: () => void,
): Promise<ControlledCluster> {
  const { nodes, port, durable } = settings;
  const { startLocalCluster } = await import('@slipway/localcluster');
  const cluster = await startLocalCluster({
    ...(port !== 0 && { port }),
    ...(nodes > 0 && { nodes }),
    ...(durable && { folder: folder.data }),
  });
  // A client with its kubeconfig reaches it again after a reset or another start.
  await writeSettings(folder, { ...settings, port: Number(new URL(cluster.url).port) });
  await writeFile(folder.kubeconfig, cluster.kubeconfig, { mode: 0o600 });
  let stopping: Promise<void> | undefined;
  return {
    info: { url: cluster.url, pid: process.pid, since: new Date().toISOString() },
    stop() {
      stopping ??= cluster.stop().finally(onStopped);
      return stopping;
    },
  };
}
