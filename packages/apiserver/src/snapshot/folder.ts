import { copyFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '@slipway/apimachinery/clock';
import { ApiServerError } from '../errors.ts';
import type { Store, StoreState } from '../store/index.ts';
import { lockFolder } from './folder-lock.ts';
import type { ClusterIdentity } from './identity.ts';
import { Journal } from './journal.ts';

const IDENTITY = 'identity.json';
const LOG = 'state.log';

/** What an earlier cluster left. */
export interface Kept {
  readonly identity: ClusterIdentity;
  readonly state: StoreState;
  /** Bytes at the end of the log that could not be read: writes that were not finished, or damage. */
  readonly lostBytes: number;
}

/** A folder that makes a cluster durable (L-26). Its owner closes it. */
export interface ClusterFolder {
  readonly kept: Kept | undefined;
  /** Writes everything, and from now on every change. */
  begin(store: Store): void;
  saveIdentity(identity: ClusterIdentity): void;
  close(): void;
}

export function openFolder(folder: string, clock: Pick<Clock, 'timer'>): ClusterFolder {
  let unlock: (() => void) | undefined;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    unlock = lockFolder(folder);
    const journal = new Journal(join(folder, LOG), clock);
    const read = journal.read();
    const identity = readIdentity(join(folder, IDENTITY));
    if (read && !identity) throw new Error(`there is a ${LOG} but no ${IDENTITY}`);
    // The log is written anew; what could not be read of the old one stays for inspection.
    if (read && read.lostBytes > 0) copyFileSync(join(folder, LOG), join(folder, `${LOG}.damaged`));
    const release = unlock;
    return {
      kept: read && identity && { identity, ...read },
      begin: (store) => journal.begin(store),
      saveIdentity: (next) => writeIdentity(join(folder, IDENTITY), next),
      close: () => {
        journal.close();
        release();
      },
    };
  } catch (cause) {
    unlock?.();
    if (cause instanceof ApiServerError) throw cause;
    throw new ApiServerError(
      'APISERVER_FOLDER',
      `The state of a cluster cannot be kept in ${folder}: ${(cause as Error).message}. Choose a folder that can be read and written.`,
      { cause },
    );
  }
}

function readIdentity(path: string): ClusterIdentity | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as ClusterIdentity;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeIdentity(path: string, identity: ClusterIdentity): void {
  writeFileSync(`${path}.new`, JSON.stringify(identity), { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
