import { readFileSync } from 'node:fs';

/** Whether a process lives; a negative id asks for any process of that group. One that ended uncollected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Another user's process is a process too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return pid < 0 || stateOf(pid) !== 'Z';
}

/** Undefined where there is no /proc: whether it was collected cannot be seen there. */
function stateOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may hold anything; the state follows.
    return stat.slice(stat.lastIndexOf(')') + 2).at(0);
  } catch {
    return undefined;
  }
}
