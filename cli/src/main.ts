#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { CommanderError } from 'commander';
import { type Outcome, outcomeOf } from './outcome.ts';
import { createProgram } from './program.ts';

// The parser of HTTP is one large function of WebAssembly, which Node 20 would optimise during the first answer: half as
// much work as the whole command. The budget is 55 times its default. Other versions have other defaults and may not
// know the flag.
if (process.versions.node.startsWith('20.')) setFlagsFromString('--wasm-tiering-budget=100000000');

// A reader that leaves early (`| head`) is not a fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

function finish({ stdout = '', stderr = '', exitCode }: Outcome): void {
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  // Not `process.exit`, which would cut off what a pipe has not taken yet.
  process.exitCode = exitCode;
}

try {
  await createProgram(finish).parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else finish(outcomeOf(error));
}
