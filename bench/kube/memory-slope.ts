import { median } from '../statistics/index.ts';
import type { Run } from './cold-sync.ts';

/** What one more object costs a contestant. */
export interface Slope {
  readonly contestant: string;
  readonly managedFields: string;
  readonly objectBytes: number;
  /** Settled memory per object, without what the process takes for itself. */
  readonly memoryBytes: number;
}

/** From the difference between the smallest and the largest population of one object size. */
export function memorySlopes(runs: readonly Run[]): Slope[] {
  const keyOf = (run: Run): string => `${run.population.bytes} ${run.managedFields} ${run.contestant}`;
  return [...new Set(runs.map(keyOf))].flatMap((key) => {
    const own = runs.filter((run) => keyOf(run) === key);
    const [{ contestant, managedFields, population }] = own as [Run];
    const counts = own.map((run) => run.population.count);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    if (least === most) return [];
    const memoryBytes = (settledAt(own, most) - settledAt(own, least)) / (most - least);
    return Number.isNaN(memoryBytes) ? [] : [{ contestant, managedFields, objectBytes: population.bytes, memoryBytes }];
  });
}

function settledAt(runs: readonly Run[], count: number): number {
  return median(
    runs.filter((run) => run.population.count === count).flatMap((run) => run.measurement?.settledBytes ?? []),
  );
}
