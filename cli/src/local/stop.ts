import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { type ClusterFolder, clusterFolder, clusterFolders, readSettings, removeFolder } from './cluster-folder.ts';
import { askControl } from './control.ts';

export interface StopOptions {
  readonly all?: boolean;
  /** Also the objects of a durable cluster go. */
  readonly erase?: boolean;
}

/** `slipway local stop`: not running afterwards. What is not durable is gone with it. */
export async function stopClusters(names: readonly string[], { all, erase }: StopOptions): Promise<Outcome> {
  if (all && names.length > 0) throw new CliError('CLI_USAGE', 'give names or --all, not both');
  const folders = all ? await clusterFolders() : (names.length === 0 ? ['default'] : names).map(clusterFolder);
  const lines = await Promise.all(folders.map((folder) => stopCluster(folder, erase === true)));
  return { stdout: lines.map((line) => `${line}\n`).join(''), exitCode: 0 };
}

async function stopCluster(folder: ClusterFolder, erase: boolean): Promise<string> {
  const settings = await readSettings(folder);
  if (!settings)
    throw new CliError('CLI_CLUSTER', `there is no cluster "${folder.name}"; slipway local list shows all`);
  const was = await askControl(folder, 'stop');
  const keeps = settings.durable && !erase;
  if (!keeps) await removeFolder(folder);
  const state = was ? 'stopped' : 'was not running';
  if (keeps) return `Cluster "${folder.name}" ${state}; its objects are kept in ${folder.data}`;
  return `Cluster "${folder.name}" ${state}${settings.durable ? '; its objects are erased' : ''}`;
}
