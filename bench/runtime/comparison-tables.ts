import { formatTable, type Ratio, ratioTable } from '../report/index.ts';
import { compare, disturbedBlocks, median } from '../statistics/index.ts';
import type { Interleaved, Measurement, Run } from './interleaved.ts';

export type Quantities<Quantity extends string> = Readonly<
  Record<
    Quantity,
    {
      readonly label: string;
      readonly format: (value: number) => string;
      /** It depends on the server too, and on how much was asked of it. */
      readonly isTime?: boolean;
    }
  >
>;

export interface TableOptions<Quantity extends string> {
  readonly quantities: Quantities<Quantity>;
  /** What requests are counted per. */
  readonly unit: 'Widget' | 'change';
}

/** The server's core is the bottleneck above this, and times say more about it than about the operator. */
const SATURATED = 0.7;
/** Who sends more or fewer requests than this share does other work (B-4). */
const SAME_REQUESTS = 0.05;

/** Tables for people: Slipway's ratios with losses first, those of others, requests, and absolute values. */
export function comparisonTables<Quantity extends string>(
  { runs, loopMs, repeats }: Interleaved<Quantity>,
  { quantities, unit }: TableOptions<Quantity>,
  random: () => number,
): string {
  const names = [...new Set(runs.map(({ operator }) => operator))].toSorted();
  const keys = Object.keys(quantities) as Quantity[];
  const of = (name: string): Run<Quantity>[] => runs.filter(({ operator }) => operator === name);
  const baseline = runs.filter(({ isBaseline }) => isBaseline);

  const ratios = (name: string): Ratio[] =>
    keys.map((key) => {
      const reservation = quantities[key].isTime ? reservationOf(of(name), baseline) : undefined;
      const comparison = compare(blockRatios(of(name), baseline, key), random);
      return { workload: name, quantity: quantities[key].label, reservation, ...comparison };
    });
  const others = names.filter((name) => name !== 'Slipway' && !baseline.some(({ operator }) => operator === name));
  const failures = runs.filter(({ failure }) => failure !== undefined);
  return [
    `Ratios to ${baseline[0]?.operator} in the same block; less is better. The interval is a 95 % bootstrap of the median`,
    'over blocks. Times come from the audit log of the API server and begin when a request was to be sent.',
    '',
    ratioTable(ratios('Slipway')),
    '',
    '### Other contestants',
    '',
    ratioTable(others.flatMap(ratios)),
    '',
    `### Requests per ${unit}`,
    '',
    requestTable(names.map((name) => ({ name, measurements: measurementsOf(of(name)) }))),
    '',
    '### Absolute medians, true for this machine only',
    '',
    formatTable(
      ['', ...keys.map((key) => quantities[key].label), "server's core busy"],
      names.map((name) => {
        const measurements = measurementsOf(of(name));
        const busy = `${Math.round(100 * median(measurements.map(({ serverCoreBusy }) => serverCoreBusy)))} %`;
        const cell = (key: Quantity): string =>
          quantities[key].format(median(measurements.map(({ values }) => values[key])));
        return [name, ...keys.map(cell), busy];
      }),
    ),
    '',
    `Blocks run again because the machine was disturbed: ${repeats}; counted although it was: ${disturbedBlocks(loopMs).length}.`,
    ...(failures.length === 0 ? [] : ['', '### Failed runs', '', ...failures.map(describeFailure)]),
  ].join('\n');
}

const measurementsOf = <Quantity extends string>(runs: readonly Run<Quantity>[]): Measurement<Quantity>[] =>
  runs.flatMap(({ measurement }) => measurement ?? []);

function blockRatios<Quantity extends string>(
  runs: readonly Run<Quantity>[],
  baseline: readonly Run<Quantity>[],
  key: Quantity,
): number[] {
  return runs.flatMap(({ block, measurement }) => {
    const same = baseline.find((run) => run.block === block)?.measurement;
    return measurement && same ? [measurement.values[key] / same.values[key]] : [];
  });
}

/** Why times of the two are no comparison of the two. */
function reservationOf(runs: readonly Run<string>[], baseline: readonly Run<string>[]): string | undefined {
  const all = measurementsOf([...runs, ...baseline]);
  if (median(all.map(({ serverCoreBusy }) => serverCoreBusy)) > SATURATED) return 'ground saturated';
  const writes = (own: readonly Run<string>[]): number =>
    median(measurementsOf(own).map(({ counts, of }) => counts.writes / of));
  return Math.abs(writes(runs) / writes(baseline) - 1) > SAME_REQUESTS ? 'other requests' : undefined;
}

interface Counted {
  readonly name: string;
  readonly measurements: readonly Measurement<string>[];
}

function requestTable(operators: readonly Counted[]): string {
  const kinds = [...new Set(operators.flatMap(({ measurements }) => measurements.flatMap(kindsOf)))].toSorted();
  const rows = operators.map(({ name, measurements }) => {
    const per = (count: (measurement: Measurement<string>) => number): string =>
      median(measurements.map((measurement) => count(measurement) / measurement.of)).toFixed(3);
    return [
      name,
      ...kinds.map((kind) => per(({ counts }) => counts.byKind[kind] ?? 0)),
      per(({ counts }) => counts.conflicts),
      per(({ counts }) => counts.duplicates),
      per(({ counts }) => counts.writes),
    ];
  });
  return formatTable(['', ...kinds, 'conflicts', 'duplicates', 'all writes'], rows);
}

const kindsOf = ({ counts }: Measurement<string>): string[] => Object.keys(counts.byKind);

const describeFailure = ({ block, operator, failure }: Run<string>): string =>
  `- block ${block + 1}, ${operator}: ${failure}`;
