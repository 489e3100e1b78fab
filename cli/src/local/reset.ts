import { rm } from 'node:fs/promises';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { clusterFolder, readSettings } from './cluster-folder.ts';
import { askControl } from './control.ts';
import { about, launch } from './start.ts';

/** `slipway local reset`: the same cluster, empty. */
export async function resetCluster(name: string): Promise<Outcome> {
  const folder = clusterFolder(name);
  const settings = await readSettings(folder);
  if (!settings)
    throw new CliError('CLI_CLUSTER', `there is no cluster "${name}"; slipway local start ${name} makes one`);
  await askControl(folder, 'stop');
  await rm(folder.data, { recursive: true, force: true });
  return { stdout: about(folder, await launch(folder, settings), 'is empty and runs'), exitCode: 0 };
}
