import { type Blocks, runBlocks } from '../contestants/index.ts';
import { shuffled } from '../statistics/index.ts';
import type { Bench } from './benchmark.ts';
import { type Operator, prepareOperators } from './operators.ts';
import type { RequestCounts } from './writes.ts';

/** One operator, once. */
export interface Measurement<Quantity extends string> {
  readonly values: Readonly<Record<Quantity, number>>;
  readonly counts: RequestCounts;
  /** How many Widgets or changes the counts are about. */
  readonly of: number;
  /** Busy share of the server's core. Not a result: it says whether there can be one. */
  readonly serverCoreBusy: number;
}

/** A run of one operator; without a measurement it failed, and that is shown. */
export interface Run<Quantity extends string> {
  readonly block: number;
  readonly operator: string;
  readonly isBaseline: boolean;
  readonly measurement?: Measurement<Quantity>;
  readonly failure?: string;
}

export interface Interleaved<Quantity extends string> extends Pick<Blocks<unknown>, 'loopMs' | 'repeats'> {
  readonly runs: readonly Run<Quantity>[];
}

/** Measures every operator once in each block, in random order (B-9). */
export async function runInterleaved<Quantity extends string>(
  bench: Bench,
  measure: (operator: Operator) => Promise<Measurement<Quantity>>,
): Promise<Interleaved<Quantity>> {
  const { plan, random, onProgress } = bench;
  const operators = await prepareOperators(onProgress);
  const { results, ...calm } = await runBlocks({ ...bench, blocks: plan.blocks }, async () => {
    const runs: Omit<Run<Quantity>, 'block'>[] = [];
    for (const operator of shuffled(operators, random)) {
      const { name, isBaseline } = operator;
      try {
        const measurement = await measure(operator);
        runs.push({ operator: name, isBaseline, measurement });
        onProgress(`${name}: ${describe(measurement.values)}`);
      } catch (error) {
        runs.push({ operator: name, isBaseline, failure: String(error) });
        onProgress(`${name}: ${String(error)}`);
      }
    }
    return runs;
  });
  return { ...calm, runs: results.flatMap((runs, block) => runs.map((run) => ({ ...run, block }))) };
}

const describe = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([quantity, value]) => `${quantity} ${value.toPrecision(4)}`)
    .join(', ');
