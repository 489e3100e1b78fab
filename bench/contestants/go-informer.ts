import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { provide } from '@slipway/tools/cache/index';
import { lastLines, runProcess } from '@slipway/tools/processes/index';
import { versions } from '@slipway/tools/versions';

const SOURCE = fileURLToPath(new URL('../peers/go-informer', import.meta.url));
const FILES = ['go.mod', 'go.sum', 'main.go'];

/** The executable of peers/go-informer, built where the cache does not have it in this state. */
export async function ensureGoInformer(onProgress: (line: string) => void): Promise<string> {
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(await readFile(join(SOURCE, file)));
  const version = `${versions.peers['k8s.io/client-go']}-${hash.digest('hex').slice(0, 12)}`;
  const folder = await provide({ tool: 'bench-go-informer', version }, async (scratch) => {
    onProgress('building the informer of client-go');
    const args = ['build', '-trimpath', '-ldflags', '-s -w', '-o', join(scratch, 'go-informer'), '.'];
    const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
    const { exitCode, output } = await runProcess('go', args, { cwd: SOURCE, env });
    if (exitCode !== 0) throw new Error(`go could not build bench/peers/go-informer:\n${lastLines(output)}`);
  });
  return join(folder, 'go-informer');
}
