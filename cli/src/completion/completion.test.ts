import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createProgram } from '../program.ts';
import { contextsOf } from './context.ts';
import { completionScript, SHELLS } from './index.ts';

const program = createProgram(() => undefined);

/** What bash offers for the last of these words. */
function offered(...words: string[]): string[] {
  const script = [
    completionScript('bash', program),
    `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`,
    '_slipway; printf "%s\\n" "${COMPREPLY[@]}"',
  ].join('\n');
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

it('completes commands, what follows them, flags and the values of flags', () => {
  expect(offered('slipway', 'g')).toEqual(['gati']);
  expect(offered('slipway', 'gati', 'st')).toEqual(['status']);
  expect(offered('slipway', 'gati', 'status', '--wa')).toEqual(['--watch']);
  expect(offered('slipway', 'gati', 'status', 'users', '-o', 'w')).toEqual(['wide']);
  expect(offered('slipway', 'crd', 'diff', '--mode', '')).toEqual(['crdify', 'olm', 'platform']);
  expect(offered('slipway', 'completion', '')).toEqual([...SHELLS]);
});

it('offers no word where only a file or a name can follow', () => {
  expect(offered('slipway', 'crd', 'diff', '')).toEqual(['']);
  expect(offered('slipway', 'crd', 'diff', '--policy', '')).toEqual(['']);
});

it.each(SHELLS)('the script for %s has every command and flag, and none that is hidden', (shell) => {
  const script = completionScript(shell, program);
  for (const { path, flags } of contextsOf(program)) {
    expect(script).toContain(path);
    for (const { long } of flags) expect(script).toContain(long);
  }
  expect(script).not.toContain('local run');
});
