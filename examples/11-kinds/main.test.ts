import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('the example prints what its own README says', async () => {
  const { stdout } = await promisify(execFile)(join(root, 'node_modules/.bin/tsx'), [
    '--conditions=slipway-source',
    join(import.meta.dirname, 'main.ts'),
  ]);
  const readme = await readFile(join(import.meta.dirname, 'README.md'), 'utf8');
  expect(readme).toContain(`\`\`\`\n${stdout}\`\`\``);
});
