import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAlive } from '@slipway/apimachinery/process';
import { HelmClient } from '@slipway/targets/helm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fakeHelm } from './fake-helm.ts';

// Two processes of one group, neither of which listens to SIGTERM.
const STUBBORN = "trap '' TERM\nsleep 600 & echo $! > child\necho $$ > pid\nwait";

async function pidsIn(folder: string): Promise<number[]> {
  return vi.waitFor(
    async () => {
      const pids = await Promise.all(['pid', 'child'].map((name) => readFile(join(folder, name), 'utf8')));
      if (pids.some((pid) => pid.trim() === '')) throw new Error('not started yet');
      return pids.map(Number);
    },
    { timeout: 20_000 },
  );
}

async function untilGone(pids: readonly number[]): Promise<void> {
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 20_000 });
}

describe('the guard of helm', () => {
  let manager: ChildProcess | undefined;
  afterEach(() => manager?.kill('SIGKILL'));

  async function startManager(stallMs: number): Promise<{ homes: string; pids: number[]; manager: ChildProcess }> {
    const { binary, folder } = await fakeHelm(STUBBORN);
    const homes = await mkdtemp(join(tmpdir(), 'homes-'));
    const program = fileURLToPath(new URL('guarded-client.ts', import.meta.url));
    const args = ['--import', 'tsx', '--conditions=slipway-source', program, binary, homes, `${stallMs}`];
    manager = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    return { homes, pids: await pidsIn(folder), manager };
  }

  test('S-82: a manager that is killed takes its helm, all that helm started and its files with it', async () => {
    const { homes, pids, manager: started } = await startManager(60_000);
    expect(await readdir(homes)).toHaveLength(1);
    started.kill('SIGKILL');
    await untilGone(pids);
    await vi.waitFor(async () => expect(await readdir(homes)).toEqual([]), { timeout: 10_000 });
  });

  test('S-82: a manager that hangs loses its helm, and learns of it when it wakes', async () => {
    const { pids, manager: started } = await startManager(1_000);
    started.kill('SIGSTOP');
    await untilGone(pids);
    let output = '';
    started.stdout?.on('data', (chunk) => (output += String(chunk)));
    const exit = once(started, 'exit');
    started.kill('SIGCONT');
    expect(await exit).toEqual([0, null]);
    expect(output).toBe('HELM_GUARD\nclosed\n');
  });

  test('S-82: a helm for which the caller may not act any more is ended', async () => {
    const { binary, folder } = await fakeHelm(STUBBORN);
    const client = await HelmClient.open({ binary, stallMs: 400 });
    const call = client.status({ namespace: 'default', name: 'shop' }, { isHeld: () => false });
    await expect(call).rejects.toMatchObject({ code: 'HELM_GUARD' });
    await untilGone(await pidsIn(folder));
    await client.close();
  });

  test('S-82: cancelling ends the whole group, and settles only then', async () => {
    const { binary, folder } = await fakeHelm(STUBBORN);
    const client = await HelmClient.open({ binary, graceMs: 100 });
    const over = new AbortController();
    const call = client.status({ namespace: 'default', name: 'shop' }, { signal: over.signal });
    const pids = await pidsIn(folder);
    over.abort(new Error('the lock is lost'));
    await expect(call).rejects.toThrow('the lock is lost');
    expect(isAlive(pids[0] as number)).toBe(false);
    await untilGone(pids);
    await client.close();
  });

  test('S-82: without its guard no helm goes on, and the next call has a new guard', async () => {
    const { binary, folder } = await fakeHelm(
      `[ "$2" = quick ] && echo '[]' && exit 0\necho $PPID > guard\n${STUBBORN}`,
    );
    const client = await HelmClient.open({ binary });
    const call = client.history({ namespace: 'default', name: 'shop' });
    const pids = await pidsIn(folder);
    process.kill(Number(await readFile(join(folder, 'guard'), 'utf8')), 'SIGKILL');
    await expect(call).rejects.toMatchObject({ code: 'HELM_GUARD' });
    await untilGone(pids);
    expect(await client.history({ namespace: 'default', name: 'quick' })).toEqual([]);
    await client.close();
  });
});
