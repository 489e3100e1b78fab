import { readFileSync } from 'node:fs';
import { runProcess } from '@slipway/tools/processes/index';
import { type Cores, onContestantCore } from '../ground/index.ts';

/** The kernel reports CPU time in these units on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

/** One program from its start to its end. */
export interface FinishedProcess {
  readonly ms: number;
  /** User and system time, in steps of 10 ms. */
  readonly cpuSeconds: number;
  readonly stdout: string;
}

/** Runs a program alone on the contestants' core; `exitCodes` are those that mean it did its work. */
export async function runToEnd(
  cores: Cores,
  command: readonly string[],
  exitCodes: readonly number[] = [0],
): Promise<FinishedProcess> {
  const [program, ...args] = onContestantCore(cores, command) as [string, ...string[]];
  const cpuBefore = childrenCpuSeconds();
  const startedAt = performance.now();
  const { stdout, output, exitCode } = await runProcess(program, args);
  const ms = performance.now() - startedAt;
  if (exitCode === null || !exitCodes.includes(exitCode)) throw new Error(`${command.join(' ')} failed:\n${output}`);
  return { ms, cpuSeconds: childrenCpuSeconds() - cpuBefore, stdout };
}

/** Of all children that have ended; nothing else runs meanwhile. */
function childrenCpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The second field is the program's name in brackets and may hold anything, so fields are counted after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
}
