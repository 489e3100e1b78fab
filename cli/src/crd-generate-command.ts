import { type Command, InvalidArgumentError } from 'commander';
import type { GenerateOptions } from './crd/index.ts';
import type { Outcome } from './outcome.ts';

/** `slipway crd generate`, and the hidden command that loads a module for it. */
export function addGenerateCommands(crd: Command, finish: (outcome: Outcome) => void): void {
  crd
    .command('generate')
    .description('YAML of the kinds that a module exports (defineCrd of @slipway/crd).')
    .argument('<module>', 'a .ts or .js file')
    .option('-o, --output-dir <folder>', 'write a file for each kind instead of printing')
    .option('--timeout <seconds>', 'how long the module may take to load', seconds, 30)
    .action(async (file: string, options: GenerateOptions) => {
      const { generateCrds } = await import('./crd/index.ts');
      finish(await generateCrds(file, options));
    });
  crd
    .command('read-module', { hidden: true })
    .argument('<module>')
    .action(async (file: string) => {
      const { readModule } = await import('./crd/index.ts');
      await readModule(file);
    });
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 3600)) throw new InvalidArgumentError(`"${text}" is no time from 1 to 3600 s.`);
  return value;
}
