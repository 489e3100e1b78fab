/**
 * @module
 * `slipway completion SHELL`: a script that completes commands, flags and their values.
 *
 * The script holds every word, so that a key press starts no process. It is made from the commands themselves; there is
 * no second list of them.
 */
import type { Command } from 'commander';
import { bashScript } from './bash.ts';
import { contextsOf } from './context.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function completionScript(shell: Shell, program: Command): string {
  return SCRIPTS[shell](program.name(), contextsOf(program));
}
