/** How much the bytes grow in a minute, by the line that fits the readings best (least squares). */
export function slopePerMinute(readings: readonly { readonly ms: number; readonly bytes: number }[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, value) => sum + value, 0) / of.length;
  const meanMs = mean(readings.map(({ ms }) => ms));
  const meanBytes = mean(readings.map(({ bytes }) => bytes));
  let together = 0;
  let alone = 0;
  for (const { ms, bytes } of readings) {
    together += (ms - meanMs) * (bytes - meanBytes);
    alone += (ms - meanMs) ** 2;
  }
  return (together / alone) * 60_000;
}
