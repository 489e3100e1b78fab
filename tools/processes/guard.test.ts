import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Guard, waitUntil } from './index.ts';

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'slipway-guard-test-'));
const soon = (): AbortSignal => AbortSignal.timeout(20_000);

describe('a guard', () => {
  test('R-184: ends its processes and removes its folder when the one who started it is killed', async () => {
    const folder = await newFolder();
    const parent = fork(fileURLToPath(new URL('testing/guard-and-tell.ts', import.meta.url)), [folder], {
      execArgv: ['--import', 'tsx', '--conditions=slipway-source'],
    });
    await once(parent, 'message');
    expect(existsSync(folder)).toBe(true);

    parent.kill('SIGKILL');

    // The folder goes last, after every process has ended.
    await waitUntil(async () => (existsSync(folder) ? undefined : true), soon());
  });

  test('R-184: shows the end of the log of a process that ended before it was ready', async () => {
    const guard = new Guard(await newFolder());
    guard.start({
      name: 'failing',
      command: process.execPath,
      args: ['-e', 'console.log("no flag --x"); process.exit(3)'],
    });
    await expect(guard.untilReady('failing', async () => false, soon())).rejects.toMatchObject({
      code: 'PROCESS_FAILED',
      message: expect.stringMatching(/failing ended \(exit code 3\)[^]*no flag --x/),
    });
    await guard.end();
  });

  test('R-184: lets a process see no more of the environment than it is given', async () => {
    const guard = new Guard(await newFolder());
    const print = 'console.log(Object.entries(process.env).join()); process.exit(1)';
    guard.start({ name: 'printing', command: process.execPath, args: ['-e', print], env: { COLOUR: 'green' } });
    await expect(guard.untilReady('printing', async () => false, soon())).rejects.toMatchObject({
      message: expect.stringMatching(/:\n {4}COLOUR,green$/),
    });
    await guard.end();
  });
});
