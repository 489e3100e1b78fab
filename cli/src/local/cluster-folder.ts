import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
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
/** What a system takes as the path of a socket, in bytes; Node cuts longer ones off, and clusters would share one. */
const LONGEST_SOCKET_BYTES = process.platform === 'linux' ? 107 : 103;

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
  // A pipe of Windows has no place in the file system.
  const socket = process.platform === 'win32' ? `\\\\.\\pipe\\slipway-${name}` : join(path, 'control');
  if (Buffer.byteLength(socket) > LONGEST_SOCKET_BYTES)
    throw new CliError(
      'CLI_CLUSTER',
      `${socket} is too long: a socket may have ${LONGEST_SOCKET_BYTES} bytes; name a shorter folder in SLIPWAY_HOME`,
    );
  return {
    name,
    path,
    settings: join(path, 'settings.json'),
    kubeconfig: join(path, 'kubeconfig'),
    log: join(path, 'log'),
    data: join(path, 'data'),
    socket,
  };
}

/** Every cluster that has a folder, by name. */
export async function clusterFolders(): Promise<readonly ClusterFolder[]> {
  const names = await readdir(root()).catch(whenMissing<string[]>([])).catch(unusable(root(), 'read'));
  return names.sort().map(clusterFolder);
}

export async function readSettings(folder: ClusterFolder): Promise<ClusterSettings | undefined> {
  const text = await readFile(folder.settings, 'utf8')
    .catch(whenMissing(undefined))
    .catch(unusable(folder.path, 'read'));
  return text === undefined ? undefined : (JSON.parse(text) as ClusterSettings);
}

export async function writeSettings(folder: ClusterFolder, settings: ClusterSettings): Promise<void> {
  await makeFolder(folder);
  await writeFile(folder.settings, `${JSON.stringify(settings)}\n`, { mode: 0o600 }).catch(
    unusable(folder.path, 'written'),
  );
}

export async function makeFolder({ path }: ClusterFolder): Promise<void> {
  await makeWithParents(path).catch(unusable(path, 'written'));
}

export async function removeFolder(folder: ClusterFolder): Promise<void> {
  await rm(folder.path, { recursive: true, force: true }).catch(unusable(folder.path, 'removed'));
}

/** Not the `recursive` of `mkdir`: where a file system answers ENOENT for every new folder (/proc) it never ends. */
async function makeWithParents(path: string): Promise<void> {
  const make = (): Promise<void> => mkdir(path, { mode: 0o700 }).catch(whenThere);
  await make().catch(async (error: unknown) => {
    if (!isSystemError(error, 'ENOENT') || dirname(path) === path) throw error;
    await makeWithParents(dirname(path));
    await make();
  });
}

/** For `catch`: what is there already need not be made. */
function whenThere(error: unknown): void {
  if (!isSystemError(error, 'EEXIST')) throw error;
}

/** For `catch`: a folder that the system refuses is no fault of the command. */
function unusable(path: string, what: 'read' | 'written' | 'removed'): (error: unknown) => never {
  return (error) => {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CliError(
      'CLI_CLUSTER',
      `${path} cannot be ${what} (${why}); name a folder of yours in SLIPWAY_HOME`,
      error,
    );
  };
}

/** For `catch`: what is not there is the given value, every other fault stays one. */
function whenMissing<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return value;
    throw error;
  };
}

function isSystemError(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}
