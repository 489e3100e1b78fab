import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { provide } from '@slipway/tools/cache/index';
import { lastLines, runProcess } from '@slipway/tools/processes/index';
import { versions } from '@slipway/tools/versions';

const PACKAGE = '@kubernetes/client-node';

/** The main module of client-node, installed into the cache: no workspace depends on it. */
export async function ensureClientNode(onProgress: (line: string) => void): Promise<string> {
  const version = versions.peers[PACKAGE];
  const folder = await provide({ tool: 'bench-client-node', version }, async (scratch) => {
    onProgress(`installing ${PACKAGE} ${version}`);
    await writeFile(join(scratch, 'package.json'), JSON.stringify({ private: true }));
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', `${PACKAGE}@${version}`];
    const { exitCode, output } = await runProcess('npm', args, { cwd: scratch });
    if (exitCode !== 0) throw new Error(`npm could not install ${PACKAGE}@${version}:\n${lastLines(output)}`);
  });
  return join(folder, 'node_modules', PACKAGE, 'dist', 'index.js');
}
