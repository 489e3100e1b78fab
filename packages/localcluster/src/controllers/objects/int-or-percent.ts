/** `3`, or `25%` of a total, rounded as asked. Undefined is the default. */
export function scaledValue(
  value: number | string | undefined,
  total: number,
  round: 'up' | 'down',
  fallback: number | string = 0,
): number {
  const given = value ?? fallback;
  if (typeof given === 'number') return given;
  const share = (Number.parseFloat(given) * total) / 100;
  if (!given.endsWith('%')) return Number.parseInt(given, 10) || 0;
  return round === 'up' ? Math.ceil(share) : Math.floor(share);
}
