import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';

// Not by the command tsx itself: that is a process between this one and the example.
const AS_TSX_DOES = ['--conditions=slipway-source', '--import', 'tsx'];

/**
 * Runs the example in a folder as its README says until it has printed what the README shows, then
 * presses Ctrl-C, unless it ends itself. A `…` in the README stands for anything, up to the end of the line.
 */
export async function expectToPrintItsReadme(
  folder: string,
  { endsItself = false }: { readonly endsItself?: boolean } = {},
): Promise<void> {
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const shown = /^```\n(?=\S)(.*?)^```$/ms.exec(readme)?.[1] ?? '';
  expect(shown, 'the output in the README').not.toBe('');
  const pattern = new RegExp(`^${shown.split('…').map(escaped).join('.*')}$`);

  const example = spawn(process.execPath, [...AS_TSX_DOES, join(folder, 'main.ts')], { stdio: 'pipe' });
  const ended = once(example, 'exit');
  onTestFinished(() => void example.kill('SIGKILL'));
  let printed = '';
  let complained = '';
  example.stderr.on('data', (chunk: Buffer) => (complained += chunk.toString()));
  for await (const chunk of example.stdout) {
    printed += String(chunk);
    if (!endsItself && pattern.test(printed)) example.kill('SIGINT');
  }
  expect(printed, complained).toMatch(pattern);
  expect(await ended, complained).toEqual([0, null]);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
