import { availableParallelism } from 'node:os';
import { runProcess } from '@slipway/tools/processes/index';

const SERVER_CORE = 0;
const CONTESTANT_CORE = 1;

/** Whether contestants have a core to themselves; the report says so. */
export type Cores = 'pinned' | 'shared';

/** Moves this process to the server's core; what it starts from now on inherits that. */
export async function divideCores(): Promise<Cores> {
  if (availableParallelism() < 2) return 'shared';
  try {
    const { exitCode } = await runProcess('taskset', ['-apc', `${SERVER_CORE}`, `${process.pid}`]);
    return exitCode === 0 ? 'pinned' : 'shared';
  } catch {
    // There is no `taskset` here.
    return 'shared';
  }
}

/** The command that runs `command` on the contestants' core. */
export function onContestantCore(cores: Cores, command: readonly string[]): readonly string[] {
  return cores === 'pinned' ? ['taskset', '-c', `${CONTESTANT_CORE}`, ...command] : command;
}

/** Moves a process that runs already, with all its threads. */
export async function moveToContestantCore(cores: Cores, pid: number): Promise<void> {
  if (cores === 'pinned') await runProcess('taskset', ['-apc', `${CONTESTANT_CORE}`, `${pid}`]);
}
