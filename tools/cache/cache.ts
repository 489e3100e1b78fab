import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { withLock } from './lock.ts';

/** What an entry is the tool of. */
export interface Entry {
  readonly tool: string;
  readonly version: string;
}

/** `SLIPWAY_CACHE`, else `slipway` in the user's cache folder. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env['SLIPWAY_CACHE']) return env['SLIPWAY_CACHE'];
  return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'slipway');
}

export function entryFolder(entry: Entry, env?: NodeJS.ProcessEnv): string {
  return join(cacheFolder(env), entry.tool, `${entry.version}-${process.platform}-${process.arch}`);
}

/**
 * The folder of an entry, made by `make` where it is not there yet. `make` fills the empty scratch
 * folder that it is given; if it fails, nothing is left.
 */
export async function provide(
  entry: Entry,
  make: (scratch: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<string> {
  const folder = entryFolder(entry);
  if (existsSync(folder)) return folder;
  await mkdir(dirname(folder), { recursive: true });
  await withLock(
    `${folder}.lock`,
    async () => {
      if (!existsSync(folder)) await makeInPlace(folder, make);
    },
    signal,
  );
  return folder;
}

async function makeInPlace(folder: string, make: (scratch: string) => Promise<void>): Promise<void> {
  const scratch = await mkdtemp(`${folder}.scratch-`);
  try {
    await make(scratch);
    await rename(scratch, folder).catch((error: unknown) => {
      // Another maker, who thought our lock was stale, came first; its entry is as good.
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
