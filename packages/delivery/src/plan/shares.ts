import type { IntOrPercent } from '../model/index.ts';

/** A count, or its share of `total` rounded down. A caller that needs at least one rounds it itself. */
export function countOf(value: IntOrPercent, total: number): number {
  return typeof value === 'number' ? value : Math.floor((Number.parseFloat(value) / 100) * total);
}

/**
 * How many of `total` members are updated at the end of each stage: percents are cumulative, each stage takes at
 * least one more than the one before, and a stage that would take none is dropped by the caller.
 */
export function cumulativeCounts(percents: readonly number[], total: number): number[] {
  let previous = 0;
  return percents.map((percent) => {
    const share = Math.ceil((percent * total) / 100);
    previous = percent >= 100 ? total : Math.min(total, Math.max(previous + 1, share));
    return previous;
  });
}

/** Percents that rise by `increment` until half is reached, then all. */
export function canarySteps(initial: number, increment: number): number[] {
  const steps: number[] = [];
  for (let percent = initial; percent < 50; percent += increment) steps.push(percent);
  const last = steps.at(-1);
  const half = last === undefined ? Math.min(initial, 100) : last + increment;
  return half >= 100 ? [...steps, 100] : [...steps, half, 100];
}
