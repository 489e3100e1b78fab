import { runProcess } from '@slipway/tools/processes/index';
import { type Cores, onContestantCore } from '../ground/index.ts';

const LOOP = 'const t=performance.now();let x=1;for(let i=0;i<2e8;i++)x=(x*31+i)|0;console.log(performance.now()-t,x)';

/** How long the contestants' core takes for a fixed piece of work: tells whether the machine is undisturbed. */
export async function cpuLoopMs(cores: Cores): Promise<number> {
  const [command, ...args] = onContestantCore(cores, [process.execPath, '-e', LOOP]) as [string, ...string[]];
  const { stdout } = await runProcess(command, args);
  return Number.parseFloat(stdout);
}
