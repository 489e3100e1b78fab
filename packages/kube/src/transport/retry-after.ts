/**
 * What `Retry-After` asks for, in milliseconds from `wall`: seconds or a date. Undefined where
 * there is none or it makes no sense.
 */
export function retryAfterMs(value: string | undefined, wall: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - wall);
}
