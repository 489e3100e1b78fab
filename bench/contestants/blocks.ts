import type { Cores } from '../ground/index.ts';
import { disturbedBlocks } from '../statistics/index.ts';
import { cpuLoopMs } from './cpu-loop.ts';

export interface BlocksOptions {
  readonly blocks: number;
  /** How many disturbed blocks may be run again. @default as many as there are blocks */
  readonly mostRepeats?: number | undefined;
  readonly cores: Cores;
  readonly onProgress: (line: string) => void;
}

export interface Blocks<T> {
  /** What each block gave, in order. */
  readonly results: readonly T[];
  /** What the fixed loop took before each. */
  readonly loopMs: readonly number[];
  /** Blocks run again because the machine was disturbed before them. */
  readonly repeats: number;
}

/** Runs the planned blocks; disturbed ones are run again, but not for ever. */
export async function runBlocks<T>(options: BlocksOptions, runBlock: () => Promise<T>): Promise<Blocks<T>> {
  const { blocks, mostRepeats = blocks, cores, onProgress } = options;
  const results: T[] = [];
  const loopMs: number[] = [];
  let attempt = 0;
  for (; attempt < blocks + mostRepeats; attempt++) {
    const disturbed = disturbedBlocks(loopMs)[0];
    if (results.length === blocks && disturbed === undefined) break;
    const at = results.length < blocks ? results.length : (disturbed as number);
    onProgress(`block ${at + 1} of ${blocks}${at < results.length ? ', again: the machine was disturbed' : ''}`);
    loopMs[at] = await cpuLoopMs(cores);
    results[at] = await runBlock();
  }
  return { results, loopMs, repeats: attempt - results.length };
}
