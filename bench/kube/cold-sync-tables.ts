import type { Measurement } from '../contestants/index.ts';
import { formatBytes, formatMs, formatTable, type Ratio, ratioTable } from '../report/index.ts';
import { compare, median } from '../statistics/index.ts';
import type { Run } from './cold-sync.ts';
import { memorySlopes } from './memory-slope.ts';

const quantities = {
  startToSyncedMs: { label: 'process start to synced', format: formatMs },
  syncMs: { label: 'ready to synced', format: formatMs },
  cpuSeconds: { label: 'CPU time', format: (seconds: number) => `${seconds.toFixed(2)} s` },
  peakBytes: { label: 'peak memory', format: formatBytes },
  settledBytes: { label: 'settled memory', format: formatBytes },
  receivedBytes: { label: 'bytes received', format: formatBytes },
} as const satisfies Partial<Record<keyof Measurement, unknown>>;
type Quantity = keyof typeof quantities;
const quantityNames = Object.keys(quantities) as Quantity[];

/** The server's core is the bottleneck above this, and times say more about it than about the contestant. */
const SATURATED = 0.7;
const TIMES: readonly Quantity[] = ['startToSyncedMs', 'syncMs'];

/** One contestant on one population: the runs that belong in one cell. */
interface Cell {
  readonly label: string;
  readonly contestant: string;
  readonly runs: readonly Run[];
  readonly baseline: readonly Run[];
}

/** How calm the machine was. */
export interface Calm {
  /** Blocks run again because the machine was disturbed before them. */
  readonly repeats: number;
  /** Blocks that count although it was. */
  readonly disturbed: number;
}

/** Tables for people: Slipway's ratios with losses first, those of others, and absolute values. */
export function coldSyncTables(runs: readonly Run[], calm: Calm, random: () => number): string {
  const cells = toCells(runs);
  const ratios = (isShown: (contestant: string) => boolean): Ratio[] =>
    cells
      .filter((cell) => isShown(cell.contestant) && cell.runs.some((run) => !run.isBaseline))
      .flatMap((cell) => quantityNames.map((quantity) => toRatio(cell, quantity, random)))
      .filter((ratio) => ratio.blocks > 0);
  const failures = runs.filter((run) => run.failure !== undefined);
  return [
    'Ratios to the informer of client-go in the same block; less is better. The interval is a 95 % bootstrap of the',
    'median over blocks. Memory is VmHWM (peak) and VmRSS (settled) of the process, CPU time that of all its threads',
    'until settled.',
    '',
    ratioTable(ratios((contestant) => contestant === 'Slipway')),
    '',
    '### Other contestants',
    '',
    ratioTable(ratios((contestant) => contestant !== 'Slipway')),
    '',
    '### Settled memory per object',
    '',
    slopeTable(runs),
    '',
    '### Absolute medians, true for this machine only',
    '',
    absoluteTable(cells),
    '',
    `Blocks run again because the machine was disturbed: ${calm.repeats}; counted although it was: ${calm.disturbed}.`,
    ...(failures.length === 0 ? [] : ['', '### Failed runs', '', ...failures.map(describeFailure)]),
  ].join('\n');
}

function toCells(runs: readonly Run[]): Cell[] {
  const workloadOf = ({ managedFields, population }: Run): string =>
    `${population.count} pods of ${population.bytes} B, managedFields ${managedFields}`;
  const labelOf = (run: Run): string => `${workloadOf(run)}, ${run.contestant}`;
  return [...new Set(runs.map(labelOf))].toSorted().map((label) => {
    const own = runs.filter((run) => labelOf(run) === label);
    const [first] = own as [Run];
    const baseline = runs.filter((run) => run.isBaseline && workloadOf(run) === workloadOf(first));
    return { label, contestant: first.contestant, runs: own, baseline };
  });
}

function toRatio(cell: Cell, quantity: Quantity, random: () => number): Ratio {
  const ratios = cell.runs.flatMap(({ block, measurement }) => {
    const baseline = cell.baseline.find((run) => run.block === block)?.measurement;
    return measurement && baseline ? [measurement[quantity] / baseline[quantity]] : [];
  });
  const busy = median(cell.runs.flatMap((run) => run.measurement?.serverCoreBusy ?? []));
  const isSaturated = TIMES.includes(quantity) && busy > SATURATED;
  const reservation = isSaturated ? 'ground saturated' : undefined;
  const { label } = quantities[quantity];
  return { workload: cell.label, quantity: label, reservation, ...compare(ratios, random) };
}

function slopeTable(runs: readonly Run[]): string {
  return formatTable(
    ['object', 'managedFields', 'contestant', 'memory per object'],
    memorySlopes(runs).map(({ objectBytes, managedFields, contestant, memoryBytes }) => [
      `${objectBytes} B`,
      managedFields,
      contestant,
      `${Math.round(memoryBytes)} B`,
    ]),
  );
}

function absoluteTable(cells: readonly Cell[]): string {
  return formatTable(
    ['workload', ...quantityNames.map((quantity) => quantities[quantity].label), "server's core busy"],
    cells.map(({ label, runs }) => {
      const measurements = runs.flatMap((run) => run.measurement ?? []);
      const of = (key: keyof Measurement): number => median(measurements.map((measurement) => measurement[key]));
      const busy = `${Math.round(of('serverCoreBusy') * 100)} %`;
      return [label, ...quantityNames.map((quantity) => quantities[quantity].format(of(quantity))), busy];
    }),
  );
}

const describeFailure = ({ block, contestant, failure }: Run): string =>
  `- block ${block + 1}, ${contestant}: ${failure}`;
