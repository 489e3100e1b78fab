import { dataText } from '../data-text.ts';
import type { Outcome } from '../outcome.ts';
import type { Listing } from '../output.ts';
import { table } from '../table.ts';
import { clusterFolders, readSettings } from './cluster-folder.ts';
import { askControl } from './control.ts';

const COLUMNS = ['NAME', 'STATE', 'URL', 'NODES', 'DURABLE', 'SINCE'] as const;
const WIDE_COLUMNS = ['PID', 'KUBECONFIG'] as const;

/** `slipway local list`: every cluster that runs or has objects on disk. */
export async function listClusters({ output }: { readonly output: Listing }): Promise<Outcome> {
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
  if (output === 'json' || output === 'yaml') return { stdout: await dataText(output, clusters), exitCode: 0 };
  if (output === 'name') return { stdout: clusters.map(({ name }) => `${name}\n`).join(''), exitCode: 0 };
  if (clusters.length === 0) return { stderr: 'No clusters; slipway local start makes one.\n', exitCode: 0 };
  const isWide = output === 'wide';
  const rows = clusters.map(({ name, state, url, nodes, durable, since, pid, kubeconfig }) => [
    name,
    state,
    url ?? '-',
    String(nodes),
    durable ? 'yes' : 'no',
    since ?? '-',
    ...(isWide ? [String(pid ?? '-'), kubeconfig] : []),
  ]);
  return { stdout: table([[...COLUMNS, ...(isWide ? WIDE_COLUMNS : [])], ...rows]), exitCode: 0 };
}
