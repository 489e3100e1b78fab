import type { Command } from 'commander';

export interface Word {
  readonly word: string;
  readonly description: string;
}

export interface Flag {
  /** Without their dashes. */
  readonly long: string;
  readonly short?: string;
  readonly description: string;
  readonly takesValue: boolean;
  /** What the value can be; empty where anything can. */
  readonly values: readonly string[];
}

/** What can follow after a command, named by the words up to it: `gati status`; empty for the program itself. */
export interface Context {
  readonly path: string;
  /** Subcommands, or what an argument can be. */
  readonly words: readonly Word[];
  readonly flags: readonly Flag[];
  /** Whether an argument can be the name of a file, as far as anyone can tell. */
  readonly takesFiles: boolean;
}

/** Every visible command of a program. */
export function contextsOf(program: Command, path: readonly string[] = []): Context[] {
  const help = program.createHelp();
  // The command `help` repeats every other one.
  const commands = help.visibleCommands(program).filter((one) => one.name() !== 'help');
  const values = program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const own: Context = {
    path: path.join(' '),
    words: [
      ...commands.map((one) => ({ word: one.name(), description: one.description() })),
      ...values.map((word) => ({ word, description: '' })),
    ],
    flags: help.visibleOptions(program).flatMap(({ long, short, description, required, optional, argChoices = [] }) => {
      if (!long) return [];
      const names = { long: long.slice(2), ...(short && { short: short.slice(1) }) };
      return [{ ...names, description, takesValue: required || optional, values: argChoices }];
    }),
    takesFiles: program.registeredArguments.length > 0 && values.length === 0,
  };
  return [own, ...commands.flatMap((one) => contextsOf(one, [...path, one.name()]))];
}

/** The dashed forms of a flag. */
export function formsOf({ long, short }: Flag): string[] {
  return [`--${long}`, ...(short === undefined ? [] : [`-${short}`])];
}
