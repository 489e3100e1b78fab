import { randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '@slipway/apimachinery/process';
import { ApiServerError } from '../errors.ts';

const FILE = 'lock';

/** Folders that clusters of this process hold: a lock with our own process number may also be an old one. */
const held = new Set<string>();

/**
 * Takes a folder for this cluster alone, until the returned function is called. A process that ended
 * without giving it back does not keep it.
 */
export function lockFolder(folder: string): () => void {
  const real = realpathSync(folder);
  const path = join(real, FILE);
  const owner = ownerOf(path);
  if (held.has(real) || (owner !== undefined && owner !== process.pid && isAlive(owner))) throw taken(folder, owner);
  const id = `${process.pid} ${randomUUID()}\n`;
  // Written aside and moved in place: nobody ever reads half a lock.
  const aside = `${path}.${randomUUID()}`;
  writeFileSync(aside, id, { mode: 0o600 });
  renameSync(aside, path);
  // Two that found the same old lock: the one that came last has it.
  if (readFileSync(path, 'utf8') !== id) throw taken(folder, ownerOf(path));
  held.add(real);
  return () => {
    held.delete(real);
    rmSync(path, { force: true });
  };
}

function ownerOf(path: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function taken(folder: string, owner: number | undefined): ApiServerError {
  return new ApiServerError(
    'APISERVER_FOLDER',
    `Another cluster keeps its state in ${folder} (process ${owner ?? 'unknown'}); stop it or choose another folder. If that process is no cluster, remove the file ${FILE} in it.`,
  );
}
