import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeCluster } from '@slipway/test/clusters/suite';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

describeCluster('the example of the README', {}, (cluster) => {
  it('prints what its own README says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'slipway-example-'));
    const kubeconfig = join(folder, 'kubeconfig');
    try {
      await writeFile(kubeconfig, cluster().kubeconfig);
      const { stdout } = await promisify(execFile)(
        join(root, 'node_modules/.bin/tsx'),
        ['--conditions=slipway-source', join(import.meta.dirname, 'main.ts')],
        { env: { ...process.env, KUBECONFIG: kubeconfig } },
      );
      const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
      expect(readme).toContain(`\`\`\`\n${stdout}\`\`\``);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
