import type { VersionId, Weights } from '@slipway/delivery';
import { largestRemainder } from '@slipway/delivery/weights';

/** The weights of versions that are still there, in whole numbers that add up to 100; none where nothing is left. */
export function rescaled(weights: Weights, known: ReadonlySet<VersionId>): Weights {
  const left = Object.entries(weights).filter(([id]) => known.has(id));
  const sum = left.reduce((total, [, weight]) => total + weight, 0);
  if (sum === 100) return Object.fromEntries(left);
  if (sum === 0) return {};
  const whole = largestRemainder(
    left.map(([, weight]) => (weight * 100) / sum),
    100,
  );
  return Object.fromEntries(left.map(([id], index) => [id, whole[index] ?? 0]));
}
