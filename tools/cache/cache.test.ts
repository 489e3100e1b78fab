import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { waitUntil } from '../processes/index.ts';
import { cacheFolder, entryFolder, provide, withLock } from './index.ts';

const SCRIPT = fileURLToPath(new URL('testing/provide-and-tell.ts', import.meta.url));
const slow = { tool: 'slow', version: '1.0.0' };

let folder: string;
const started: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-cache-test-'));
  vi.stubEnv('SLIPWAY_CACHE', folder);
});
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** A process that provides `slow`, and what it has reported so far. */
async function startMaker(): Promise<{ child: ChildProcess; reported: unknown[] }> {
  const child = fork(SCRIPT, { execArgv: ['--import', 'tsx', '--conditions=slipway-source'] });
  started.push(child);
  const reported: unknown[] = [];
  child.on('message', (message) => reported.push(message));
  await waitUntil(async () => (reported.includes('started') ? true : undefined));
  return { child, reported };
}

describe('the cache of tools', () => {
  test('R-184: lies where SLIPWAY_CACHE says, else in the cache folder of the user', () => {
    expect(cacheFolder({ SLIPWAY_CACHE: '/a' })).toBe('/a');
    expect(cacheFolder({ XDG_CACHE_HOME: '/b' })).toBe('/b/slipway');
    expect(cacheFolder({})).toMatch(/\/\.cache\/slipway$/);
  });

  test('R-184: an entry is made once and then found without being made', async () => {
    const made: string[] = [];
    const make = async (scratch: string): Promise<void> => {
      made.push(scratch);
      await writeFile(join(scratch, 'file'), 'contents');
    };
    const first = await provide(slow, make);
    expect(await provide(slow, make)).toBe(first);
    expect(made).toHaveLength(1);
    expect(await readFile(join(first, 'file'), 'utf8')).toBe('contents');
  });

  test('R-184: a making that fails leaves nothing, and the next one starts afresh', async () => {
    const failing = provide(slow, async (scratch) => {
      await writeFile(join(scratch, 'half'), '');
      throw new Error('the network went away');
    });
    await expect(failing).rejects.toThrow('the network went away');
    expect(await readdir(join(folder, 'slow'))).toEqual([]);
    const made = await provide(slow, (scratch) => writeFile(join(scratch, 'whole'), ''));
    expect(await readdir(made)).toEqual(['whole']);
  });

  test('R-184: of two processes at once one makes the entry and both get it', async () => {
    const makers = [await startMaker(), await startMaker()];
    const working = await waitUntil(async () => makers.find(({ reported }) => reported.includes('making')));
    const waiting = makers.find((maker) => maker !== working);
    working.child.send('go on');
    await waitUntil(async () => (makers.every(({ reported }) => reported.includes('done')) ? true : undefined));
    expect(waiting?.reported).toEqual(['started', 'done']);
    expect(await readFile(join(entryFolder(slow), 'made-by'), 'utf8')).toBe(`${working.child.pid}`);
    expect(await readdir(dirname(entryFolder(slow)))).toHaveLength(1);
  });

  test('R-184: the lock of a killed process does not stop the next one', async () => {
    const { child, reported } = await startMaker();
    await waitUntil(async () => (reported.includes('making') ? true : undefined));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const made = await provide(slow, (scratch) => writeFile(join(scratch, 'made-by'), 'the next one'));
    expect(await readFile(join(made, 'made-by'), 'utf8')).toBe('the next one');
  });

  test('R-184: a lock whose process id now belongs to another process is stale', async () => {
    const lock = join(folder, 'lock');
    await symlink(`${process.pid}:1`, lock);
    await expect(withLock(lock, async () => 'worked')).resolves.toBe('worked');
  });

  test('R-184: a wait for the lock ends when its signal fires', async () => {
    const lock = join(folder, 'lock');
    const stop = new AbortController();
    await withLock(lock, async () => {
      const second = withLock(lock, async () => 'never', stop.signal);
      stop.abort(new Error('enough'));
      await expect(second).rejects.toThrow('enough');
    });
  });
});
