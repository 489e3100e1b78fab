import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { play } from './play.ts';

describe('playing a transcript', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'transcript-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const stage = () => ({ folder, env: { PATH: process.env['PATH'] ?? '' } });

  test('a command runs once, whatever it printed when it was recorded', async () => {
    const command = 'echo seen >> once; grep -c seen once';
    expect(await play([{ command, output: '3' }], stage())).toEqual([{ command, output: '1' }]);
  });

  test('a command that shows what comes about eventually runs until it prints what was recorded', async () => {
    const command = 'eventually echo seen >> again; grep -c seen again';
    const recorded = { command, output: '3' };
    expect(await play([{ remark: 'Patience' }, recorded], stage())).toEqual([{ remark: 'Patience' }, recorded]);
  });
});
