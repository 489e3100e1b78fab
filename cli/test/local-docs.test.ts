import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { slipway } from './run.ts';

const page = await readFile(join(import.meta.dirname, '../../docs/localcluster.md'), 'utf8');
const shell = [...page.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, text = '']) => text.trim().split('\n'));
const commands = shell.map((line) => /^slipway (.*?) +# exit (\d)$/.exec(line) ?? [line]);

describe('docs/localcluster.md', () => {
  let home: string;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'slipway-docs-'));
  });
  afterAll(async () => {
    await slipway(['local', 'stop', '--all'], { env: { SLIPWAY_HOME: home } });
    await rm(home, { recursive: true });
  });

  // One after the other: each builds on the one before.
  it.each(commands)('%s', async (_line, args = '', exitCode = '') => {
    const run = await slipway(args.split(' '), { env: { SLIPWAY_HOME: home } });
    expect([run.exitCode, run.stderr]).toEqual([Number(exitCode), '']);
  });
});
