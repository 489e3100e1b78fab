import { type Cell, formatTable } from './table.ts';

/** A figure and what a rule says it may be at most. */
export interface Bounded {
  readonly what: string;
  readonly value: number;
  /** Absent where the figure only stands beside others. */
  readonly atMost?: number;
}

/** A table with missed bounds first. */
export function boundsTable(figures: readonly Bounded[], format: (value: number) => string): string {
  const isMissed = ({ value, atMost }: Bounded): boolean => atMost !== undefined && value > atMost;
  const row = (figure: Bounded): Cell[] =>
    figure.atMost === undefined
      ? [figure.what, format(figure.value), '', '']
      : [figure.what, format(figure.value), format(figure.atMost), isMissed(figure) ? 'MISSED' : 'met'];
  const order = figures.toSorted((a, b) => Number(isMissed(b)) - Number(isMissed(a)));
  return formatTable(['', 'measured', 'at most', 'bound'], order.map(row));
}
