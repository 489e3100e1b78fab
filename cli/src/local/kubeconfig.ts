import { readFile } from 'node:fs/promises';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import { clusterFolder } from './cluster-folder.ts';
import { askControl } from './control.ts';

/** `slipway local kubeconfig`: the administrator's, as text or as the path of its file. */
export async function printKubeconfig(name: string, { path }: { readonly path?: boolean }): Promise<Outcome> {
  const folder = clusterFolder(name);
  if (!(await askControl(folder, 'info'))) {
    throw new CliError('CLI_CLUSTER', `cluster "${name}" is not running; slipway local start ${name} starts it`);
  }
  return { stdout: path ? `${folder.kubeconfig}\n` : await readFile(folder.kubeconfig, 'utf8'), exitCode: 0 };
}
