import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, slipway } from './run.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/crd.md'), 'utf8');
const shell = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text = '']) => text.trim().split('\n'));
const commands = shell.map((line) => /^slipway (.*?)(?: < (\S+))? +# exit (\d)$/.exec(line) ?? [line]);

describe('docs/crd.md', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-docs-'));
    await cp(fixtures, folder, { recursive: true });
    // The page's own kind, in a project that has the packages.
    const [, widgets = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? [];
    await writeFile(join(folder, 'widgets.ts'), widgets);
    await symlink(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'));
    const [, waivers = ''] = /^```yaml\n(waivers:.*?)^```$/ms.exec(page) ?? [];
    const [, policy = ''] = /^```yaml\n(policies:.*?)^```$/ms.exec(page) ?? [];
    await writeFile(join(folder, 'policy.yaml'), policy);
    const soon = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    await writeFile(join(folder, 'waivers.yaml'), waivers.replace(/\d{4}-\d\d-\d\d/, soon));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(commands)('%s', async (_line, args = '', input, exitCode) => {
    const stdin = input === undefined ? '' : await readFile(join(folder, input), 'utf8');
    const run = await slipway(args.split(' '), {
      cwd: folder,
      stdin,
      env: { NODE_OPTIONS: '--conditions=slipway-source' },
    });
    expect([run.exitCode, run.stdout !== '']).toEqual([Number(exitCode), true]);
  });
});
