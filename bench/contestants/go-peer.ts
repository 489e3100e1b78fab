import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provide } from '@slipway/tools/cache/index';
import { lastLines, runProcess } from '@slipway/tools/processes/index';
import { versions } from '@slipway/tools/versions';

/** A Go program under peers/, built for release. */
export interface GoPeer {
  /** The name of its folder and of the executable. */
  readonly name: string;
  /** What its module is about, and what that is pinned to. */
  readonly about: keyof typeof versions.peers;
}

/** The executable of a peer, built where the cache does not have it in this state. */
export async function ensureGoPeer({ name, about }: GoPeer, onProgress: (line: string) => void): Promise<string> {
  const source = fileURLToPath(new URL(`../peers/${name}`, import.meta.url));
  const hash = createHash('sha256');
  for (const file of (await readdir(source)).toSorted()) hash.update(await readFile(join(source, file)));
  const version = `${versions.peers[about]}-${hash.digest('hex').slice(0, 12)}`;
  const folder = await provide({ tool: `bench-${name}`, version }, async (scratch) => {
    onProgress(`building bench/peers/${name}`);
    const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', join(scratch, name), '.'];
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    const { exitCode, output } = await runProcess('go', args, { cwd: source, env });
    if (exitCode !== 0) throw new Error(`go could not build bench/peers/${name}:\n${lastLines(output)}`);
  });
  return join(folder, name);
}
