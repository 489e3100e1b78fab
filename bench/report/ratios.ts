import type { Comparison } from '../statistics/index.ts';
import { formatTable } from './table.ts';

/** One quantity of one contestant, held against the baseline. */
export interface Ratio extends Comparison {
  readonly workload: string;
  readonly quantity: string;
  /** Why the figure says less about the contestant than about something else; absent where nothing is in the way. */
  readonly reservation?: string | undefined;
}

/** A table of ratios with losses first, and the largest of them first. */
export function ratioTable(ratios: readonly Ratio[]): string {
  return formatTable(
    ['workload', 'quantity', 'ratio', '95 % interval', 'blocks', 'verdict'],
    ratios
      .toSorted(lossesFirst)
      .map(({ workload, quantity, ratio, low, high, blocks, verdict, reservation }) => [
        workload,
        quantity,
        ratio.toFixed(2),
        `${low.toFixed(2)}–${high.toFixed(2)}`,
        blocks,
        reservation === undefined ? verdict : `${reservation} (${verdict})`,
      ]),
  );
}

function lossesFirst(a: Ratio, b: Ratio): number {
  const rank = ({ verdict }: Ratio): number =>
    ['worse', 'too few blocks', 'no difference shown', 'better'].indexOf(verdict);
  return rank(a) - rank(b) || b.ratio - a.ratio;
}
