import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cores, onContestantCore } from '../ground/index.ts';
import { type ContestantProcess, withContestant } from './contestant-process.ts';
import { type CpuProfile, type SelfTime, selfTimes } from './self-times.ts';

export interface ProfiledOptions {
  readonly cores: Cores;
  /** Where the profile may be left. */
  readonly folder: string;
  /** The script and its arguments. */
  readonly script: readonly string[];
}

/** Where a Node contestant spends its time while `talk` goes on, the start of its process included. */
export async function profileContestant(
  { cores, folder, script }: ProfiledOptions,
  talk: (running: ContestantProcess) => Promise<void>,
): Promise<SelfTime[]> {
  const own = await mkdtemp(join(folder, 'profile-'));
  const node = [process.execPath, '--cpu-prof', '--cpu-prof-interval=200', `--cpu-prof-dir=${own}`];
  await withContestant(onContestantCore(cores, [...node, ...script]), async (running) => {
    await talk(running);
    await running.finish();
  });
  const [file] = await readdir(own);
  return selfTimes(JSON.parse(await readFile(join(own, file as string), 'utf8')) as CpuProfile);
}
