import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const args = ['--conditions=slipway-source', join(import.meta.dirname, 'start.mjs')];

it('example 10 prints its first line before anything is compiled', async () => {
  const start = await readFile(join(import.meta.dirname, 'start.mjs'), 'utf8');
  const imported = [...start.matchAll(/^import .* from '(.*)';$/gm)].map(([, name]) => name);
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
});

it('example 10 ends when npm, which started it through a shell, was killed', async () => {
  const command = [process.execPath, ...args].map((one) => `'${one}'`).join(' ');
  // Two commands: some shells become their last one, and then none stands between.
  const shell = ['-c', `${command}; exit $?`];
  const start = `require('node:child_process').spawn('sh', ${JSON.stringify(shell)}, { stdio: 'inherit' })`;
  const env = { ...process.env, npm_lifecycle_event: 'start' };
  const npm = spawn(process.execPath, ['-e', start], { stdio: ['ignore', 'pipe', 'inherit'], env });
  let printed = '';
  // It is open for as long as one of the three runs.
  for await (const chunk of npm.stdout) {
    printed += String(chunk);
    if (printed.includes('… a cluster')) npm.kill('SIGKILL');
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
