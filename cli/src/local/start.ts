import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { CliError } from '../errors.ts';
import type { Outcome } from '../outcome.ts';
import {
  type ClusterFolder,
  type ClusterSettings,
  clusterFolder,
  makeFolder,
  readSettings,
  removeFolder,
  writeSettings,
} from './cluster-folder.ts';
import { askControl, type ClusterInfo } from './control.ts';

/** Each as given on the command line; what is not given stays as it was. */
export interface StartOptions {
  readonly nodes?: string;
  readonly port?: string;
  readonly durable?: boolean;
}

const LARGEST_NODE_COUNT = 1_000;

/** `slipway local start`: running afterwards, whether it was before or not. */
export async function startCluster(name: string, options: StartOptions): Promise<Outcome> {
  const folder = clusterFolder(name);
  const running = await askControl(folder, 'info');
  const before = await readSettings(folder);
  const wanted = settingsOf(options, before);
  if (running) {
    const stderr = isDeepStrictEqual(wanted, before)
      ? ''
      : `slipway: cluster "${name}" keeps the settings that it was started with; stop it first to change them\n`;
    return { stdout: about(folder, running, 'is running already'), stderr, exitCode: 0 };
  }
  await writeSettings(folder, wanted);
  return { stdout: about(folder, await launch(folder, wanted), 'is running'), exitCode: 0 };
}

/** Starts the process of a cluster and waits until it serves. */
export async function launch(folder: ClusterFolder, settings: ClusterSettings): Promise<ClusterInfo> {
  await makeFolder(folder);
  const log = await open(folder.log, 'a', 0o600);
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, 'local', 'run', folder.name], {
    detached: true,
    // Not the folder of the caller, which may be unmounted one day.
    cwd: folder.path,
    stdio: ['ignore', log.fd, log.fd, 'ipc'],
  });
  await log.close();
  const info = await new Promise<ClusterInfo | undefined>((resolve) => {
    child.once('message', (message) => resolve(message as ClusterInfo));
    child.once('error', () => resolve(undefined));
    child.once('exit', () => resolve(undefined));
  });
  child.unref();
  // The other of two starts at the same time may have won.
  const running = info ?? (await askControl(folder, 'info'));
  if (running) return running;
  const written = await readFile(folder.log, 'utf8').catch(() => '');
  const why = written
    .trim()
    .split('\n')
    .at(-1)
    ?.replace(/^slipway: /, '')
    .replace(/ \[\w+\]$/, '');
  if (!settings.durable) await removeFolder(folder);
  throw new CliError('CLI_CLUSTER', `cluster "${folder.name}" did not start: ${why || 'its process ended'}`);
}

function settingsOf({ nodes, port, durable }: StartOptions, before: ClusterSettings | undefined): ClusterSettings {
  return {
    nodes: nodes === undefined ? (before?.nodes ?? 1) : whole('--nodes', nodes, LARGEST_NODE_COUNT),
    port: port === undefined ? (before?.port ?? 0) : whole('--port', port, 65_535),
    durable: durable ?? before?.durable ?? false,
  };
}

function whole(flag: string, value: string, most: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number <= most) return number;
  throw new CliError('CLI_USAGE', `${flag} is "${value}": give a whole number from 0 to ${most}`);
}

export function about(folder: ClusterFolder, { url }: ClusterInfo, what: string): string {
  return [
    `Cluster "${folder.name}" ${what} at ${url}`,
    '',
    `  export KUBECONFIG='${folder.kubeconfig}'`,
    '  kubectl get nodes',
    '',
    '',
  ].join('\n');
}
