import type { Outcome } from '../outcome.ts';
import { table } from '../table.ts';
import { clusterFolders, readSettings } from './cluster-folder.ts';
import { askControl } from './control.ts';

const COLUMNS = ['NAME', 'STATE', 'URL', 'NODES', 'DURABLE', 'SINCE'] as const;

/** `slipway local list`: every cluster that runs or has objects on disk. */
export async function listClusters({ output }: { readonly output: 'table' | 'json' }): Promise<Outcome> {
  const folders = await clusterFolders();
  const clusters = await Promise.all(
    folders.map(async (folder) => {
      const [settings, info] = await Promise.all([readSettings(folder), askControl(folder, 'info')]);
      return {
        name: folder.name,
        state: info ? 'running' : 'stopped',
        url: info?.url ?? null,
        nodes: settings?.nodes ?? 0,
        durable: settings?.durable ?? false,
        since: info?.since ?? null,
        pid: info?.pid ?? null,
        kubeconfig: folder.kubeconfig,
      };
    }),
  );
  if (output === 'json') return { stdout: `${JSON.stringify(clusters, undefined, 2)}\n`, exitCode: 0 };
  if (clusters.length === 0) return { stderr: 'No clusters; slipway local start makes one.\n', exitCode: 0 };
  const rows = clusters.map(({ name, state, url, nodes, durable, since }) => [
    name,
    state,
    url ?? '-',
    String(nodes),
    durable ? 'yes' : 'no',
    since ?? '-',
  ]);
  return { stdout: table([COLUMNS, ...rows]), exitCode: 0 };
}
