#!/usr/bin/env node
import { CommanderError } from 'commander';
import { type Outcome, outcomeOf } from './outcome.ts';
import { createProgram } from './program.ts';

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
