import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const args = ['--conditions=slipway-source', '--import', 'tsx', join(import.meta.dirname, 'main.ts')];

it('example 10 ends when npm, which started it, was killed', async () => {
  const start = `require('node:child_process').spawn(process.execPath, ${JSON.stringify(args)}, { stdio: 'inherit' })`;
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const npm = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let printed = '';
  // It is open for as long as one of the two runs.
  for await (const chunk of npm.stdout) {
    printed += String(chunk);
    npm.kill('SIGKILL');
  }
  expect(printed).toMatch(/… ending\n$/);
});

it('example 10 runs a handler with real traffic, starts a canary, and Ctrl-C ends all of it', async () => {
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
