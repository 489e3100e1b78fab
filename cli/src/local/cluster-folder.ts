import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../errors.ts';

/** How a cluster was asked for; kept, so that a reset starts the same again. */
export interface ClusterSettings {
  /** Simulated nodes; with any, controllers, scheduler and kubelet run. */
  readonly nodes: number;
  /** 0: a free one, which is then kept, so that the kubeconfig stays true. */
  readonly port: number;
  /** Objects outlive the process. */
  readonly durable: boolean;
}

/** The folder of one named cluster and the files in it. */
export interface ClusterFolder {
  readonly name: string;
  readonly path: string;
  readonly settings: string;
  readonly kubeconfig: string;
  readonly log: string;
  /** Where a durable cluster keeps its objects. */
  readonly data: string;
  readonly socket: string;
}

const LONGEST_NAME = 40;

/** `SLIPWAY_HOME`, or where the platform keeps the state of programs. */
function home(): string {
  const { SLIPWAY_HOME, XDG_STATE_HOME } = process.env;
  return SLIPWAY_HOME || join(XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'slipway');
}

const root = (): string => join(home(), 'local');

export function clusterFolder(name: string): ClusterFolder {
  if (!/^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(name) || name.length > LONGEST_NAME) {
    throw new CliError(
      'CLI_USAGE',
      `"${name}" cannot name a cluster: use up to ${LONGEST_NAME} lower-case letters, digits and dashes, such as demo-1`,
    );
  }
  const path = join(root(), name);
  return {
    name,
    path,
    settings: join(path, 'settings.json'),
    kubeconfig: join(path, 'kubeconfig'),
    log: join(path, 'log'),
    data: join(path, 'data'),
    // A pipe of Windows has no place in the file system.
    socket: process.platform === 'win32' ? `\\\\.\\pipe\\slipway-${name}` : join(path, 'control'),
  };
}

/** Every cluster that has a folder, by name. */
export async function clusterFolders(): Promise<readonly ClusterFolder[]> {
  const names = await readdir(root()).catch(whenMissing<string[]>([]));
  return names.sort().map(clusterFolder);
}

export async function readSettings(folder: ClusterFolder): Promise<ClusterSettings | undefined> {
  const text = await readFile(folder.settings, 'utf8').catch(whenMissing(undefined));
  return text === undefined ? undefined : (JSON.parse(text) as ClusterSettings);
}

export async function writeSettings(folder: ClusterFolder, settings: ClusterSettings): Promise<void> {
  try {
    await mkdir(folder.path, { recursive: true, mode: 0o700 });
    await writeFile(folder.settings, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CliError(
      'CLI_CLUSTER',
      `${folder.path} cannot be written (${why}); name a folder of yours in SLIPWAY_HOME`,
      error,
    );
  }
}

export async function removeFolder(folder: ClusterFolder): Promise<void> {
  await rm(folder.path, { recursive: true, force: true });
}

/** For `catch`: what is not there is the given value, every other fault stays one. */
function whenMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT' || code === 'ENOTDIR') return value;
    throw error;
  };
}
