import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { isAlive } from './index.ts';

afterEach(() => void vi.restoreAllMocks());

test('a process lives until it has ended, and so does its group', async () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { detached: true });
  const pid = child.pid ?? 0;
  expect(isAlive(process.pid)).toBe(true);
  expect([isAlive(pid), isAlive(-pid)]).toEqual([true, true]);
  child.stdin.end();
  await once(child, 'exit');
  expect([isAlive(pid), isAlive(-pid)]).toEqual([false, false]);
});

test("another user's process, which may not be signalled, lives", () => {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
  });
  expect(isAlive(1)).toBe(true);
});
