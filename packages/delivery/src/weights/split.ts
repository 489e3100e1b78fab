import type { VersionId } from '../model/index.ts';

export type Weights = Readonly<Record<VersionId, number>>;

/**
 * The split at which `to` has weight `share`: on the straight line from baseline to goal, in whole numbers that keep
 * the sum of the goal. A version whose weight is the same at both ends keeps it throughout.
 */
export function splitAt(baseline: Weights, goal: Weights, to: VersionId, share: number): Weights {
  const [start, end] = [baseline[to] ?? 0, goal[to] ?? 0];
  const target = Math.min(share, end);
  if (target >= end) return { ...zeros(baseline), ...goal };
  if (target <= start) return { ...zeros(goal), ...baseline };
  const fraction = (target - start) / (end - start);
  const others = [...new Set([...Object.keys(baseline), ...Object.keys(goal)])].filter((version) => version !== to);
  const moving = others.filter((version) => (baseline[version] ?? 0) !== (goal[version] ?? 0));
  const fixed = others.filter((version) => !moving.includes(version));
  const exact = moving.map((version) => {
    const [low, high] = [baseline[version] ?? 0, goal[version] ?? 0];
    return low + fraction * (high - low);
  });
  const kept = fixed.reduce((sum, version) => sum + (goal[version] ?? 0), 0);
  const whole = largestRemainder(exact, 100 - target - kept);
  return {
    ...Object.fromEntries(fixed.map((version) => [version, goal[version] ?? 0])),
    ...Object.fromEntries(moving.map((version, index) => [version, whole[index] ?? 0])),
    [to]: target,
  };
}

/** Whole numbers that add up to `total` and are each less than one away from the exact ones; ties go to the first. */
export function largestRemainder(exact: readonly number[], total: number): number[] {
  const whole = exact.map((value) => Math.floor(value + 1e-9));
  const missing = total - whole.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - (whole[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, Math.max(0, missing))) whole[index] = (whole[index] ?? 0) + 1;
  return whole;
}

function zeros(weights: Weights): Weights {
  return Object.fromEntries(Object.keys(weights).map((version) => [version, 0]));
}
