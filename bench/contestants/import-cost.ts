import { fileURLToPath } from 'node:url';
import { runProcess } from '@slipway/tools/processes/index';
import { type Cores, onContestantCore } from '../ground/index.ts';
import { median, shuffled } from '../statistics/index.ts';

const PROBE = fileURLToPath(new URL('../peers/import-probe.mjs', import.meta.url));

export interface ImportOptions {
  /** The package whose import is measured. */
  readonly ours: string;
  /** Dependencies of it, measured alone for comparison. */
  readonly beside: readonly string[];
  readonly repeats: number;
  readonly cores: Cores;
  readonly random: () => number;
}

/** What an `import` costs before anything is done with it. */
export interface ImportCost {
  readonly ms: number;
  readonly residentBytes: number;
}

/** Median costs by module, each from processes of its own. */
export async function measureImports(options: ImportOptions): Promise<ReadonlyMap<string, ImportCost>> {
  const { ours, beside, repeats, cores, random } = options;
  const names = [...beside, ours];
  const costs = new Map<string, ImportCost[]>(names.map((name) => [name, []]));
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const name of shuffled(names, random)) {
      costs.get(name)?.push(await importOnce(cores, name === ours ? [ours] : [name, ours]));
    }
  }
  const medianOf = (of: readonly ImportCost[], quantity: keyof ImportCost): number =>
    median(of.map((cost) => cost[quantity]));
  return new Map(
    [...costs].map(([name, of]) => [name, { ms: medianOf(of, 'ms'), residentBytes: medianOf(of, 'residentBytes') }]),
  );
}

async function importOnce(cores: Cores, probeArguments: readonly string[]): Promise<ImportCost> {
  const command = onContestantCore(cores, [process.execPath, PROBE, ...probeArguments]) as [string, ...string[]];
  const [program, ...args] = command;
  const { stdout, output, exitCode } = await runProcess(program, args);
  if (exitCode !== 0) throw new Error(`Importing ${probeArguments[0]} failed; was \`npm run build\` run?\n${output}`);
  return JSON.parse(stdout) as ImportCost;
}
