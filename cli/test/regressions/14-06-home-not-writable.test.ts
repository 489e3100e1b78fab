import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { slipway } from '../run.ts';

describe('SLIPWAY_HOME that cannot be used', () => {
  it.runIf(process.platform === 'linux')('is refused where the file system has no folders to make', async () => {
    // `mkdir -p` as Node has it never returns there: the file system answers ENOENT whatever the parents are.
    const { stderr, exitCode } = await slipway(['local', 'start', 'a'], { env: { SLIPWAY_HOME: '/proc/slipway' } });
    const text = `slipway: /proc/slipway/local/a cannot be written (ENOENT); name a folder of yours in SLIPWAY_HOME [CLI_CLUSTER]\n`;
    expect([exitCode, stderr]).toEqual([3, text]);
  });

  it('is refused where its path is too long for a socket', async () => {
    const home = join(await mkdtemp(join(tmpdir(), 'home-')), 'a'.repeat(120));
    const { stderr, exitCode } = await slipway(['local', 'start', 'a'], { env: { SLIPWAY_HOME: home } });
    expect([exitCode, stderr]).toEqual([3, expect.stringMatching(/ is too long: .*SLIPWAY_HOME \[CLI_CLUSTER\]\n$/)]);
  });
});
