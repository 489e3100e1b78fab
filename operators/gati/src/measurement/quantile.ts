/**
 * The value below which a share `q` of the observations lies, as Prometheus computes it: linear inside the bucket
 * that holds the rank, the lower bound of the last one where it is the infinite one. NaN where nothing is known.
 */
export function quantileOf(q: number, cumulative: ReadonlyMap<number, number>): number {
  const buckets = [...cumulative].sort(([a], [b]) => a - b);
  const last = buckets.at(-1);
  if (!last || buckets.length < 2 || last[0] !== Number.POSITIVE_INFINITY) return Number.NaN;
  // Scrapes of several pods are not taken at one instant: counts may fall a little from bound to bound.
  let highest = 0;
  const counts = buckets.map(([, count]) => (highest = Math.max(highest, count)));
  if (highest === 0) return Number.NaN;
  const rank = q * highest;
  const index = counts.findIndex((count) => count >= rank);
  const [bound = 0] = buckets[index] ?? [];
  const [lower = 0] = buckets[index - 1] ?? [];
  if (index === buckets.length - 1) return lower;
  if (index === 0 && bound <= 0) return bound;
  const before = counts[index - 1] ?? 0;
  const inside = (counts[index] ?? 0) - before;
  // The rank of `q` 0 lies before the first observation, also where the first bucket has none.
  if (inside === 0) return lower;
  return lower + (bound - lower) * ((rank - before) / inside);
}
