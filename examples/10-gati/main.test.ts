import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('example 10 runs a handler with real traffic, starts a canary, and Ctrl-C ends all of it', async () => {
  const args = ['--conditions=slipway-source', '--import', 'tsx', join(import.meta.dirname, 'main.ts')];
  const example = spawn(process.execPath, args, { stdio: 'pipe' });
  onTestFinished(() => void example.kill('SIGKILL'));
  const ended = once(example, 'exit');
  let printed = '';
  let complained = '';
  let isAsked = false;
  let answer: Response | undefined;
  example.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  for await (const chunk of example.stdout) {
    printed += String(chunk);
    const address = /shop +(http:\S+)/.exec(printed)?.[1];
    if (address !== undefined) answer ??= await fetch(address);
    if (/v2 Canary/.test(printed) && !isAsked) isAsked = example.kill('SIGINT');
  }
  expect(await ended, complained).toEqual([0, null]);
  expect(complained).toBe('');
  expect(answer?.headers.get('x-gati-version')).toBe('v1');
  expect(printed).toContain('kubectl get gativersions --watch');
  expect(printed).toContain('errors: 0');
});
