import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isAlive } from '@slipway/apimachinery/process';
import { waitUntil } from '@slipway/tools/processes/index';
import { describe, expect, it } from 'vitest';

describe('process pods', () => {
  it('L-23: no process is left behind when the one who runs them is killed', async () => {
    const parent = fork(fileURLToPath(new URL('run-and-tell.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx', '--conditions=slipway-source'],
    });
    const [group] = (await once(parent, 'message')) as [number];
    expect(isAlive(group)).toBe(true);
    parent.kill('SIGKILL');
    await waitUntil(async () => (isAlive(group) ? undefined : true), AbortSignal.timeout(240_000));
  });
});
