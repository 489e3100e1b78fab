import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import type { ScaleDownRecord } from './model.ts';

export interface Settled {
  readonly replicas: number;
  readonly scaleDown: ScaleDownRecord | null;
  readonly wakeAt: Instant | null;
}

/**
 * Up at once, down only to what was needed at most over a whole window (G-118).
 *
 * A moving maximum over every observation would need all of them; the start of the wish to fall and the peak since
 * are enough to never fall early. The price: after a fall the next window starts anew, so a fall may come up to one
 * window late.
 */
export function settle(
  needed: number,
  present: number | null,
  record: ScaleDownRecord | null,
  windowMs: Duration,
  now: Instant,
): Settled {
  if (present === null || needed >= present) return { replicas: needed, scaleDown: null, wakeAt: null };
  // A start in the future is a clock that was set back: it counts as now, else the fall could wait for ever.
  const since = Math.min(record?.since ?? now, now);
  const peak = Math.min(Math.max(record?.peak ?? 0, needed), present);
  if (now - since < windowMs) return { replicas: present, scaleDown: { since, peak }, wakeAt: since + windowMs };
  if (peak === needed) return { replicas: needed, scaleDown: null, wakeAt: null };
  return { replicas: peak, scaleDown: { since: now, peak: needed }, wakeAt: now + windowMs };
}
