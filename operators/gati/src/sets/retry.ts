import type { Instant } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { Condition } from '@slipway/runtime';

/** What a person or another controller has to change first is looked for again after as long as it has been so. */
const RETRY_MS = { least: 5_000, most: 600_000 };
/** What is on its way is looked for at least this often: an engine tells nobody when it has arrived. */
const ARRIVAL_MS = 30_000;

/**
 * When to try again: a backoff that nobody has to remember, from how long `Synced` has not been True, or sooner where
 * a failure names a time.
 */
export function retryAt(
  conditions: readonly Condition[] | undefined,
  now: Instant,
  retryAfterMs = Number.POSITIVE_INFINITY,
): Instant {
  const before = conditionOf(conditions, 'Synced');
  const since = before && before.status !== 'True' ? (instantOf(before.lastTransitionTime) ?? now) : now;
  const most = before?.status === 'Unknown' ? ARRIVAL_MS : RETRY_MS.most;
  return now + Math.min(Math.max(now - since, RETRY_MS.least), most, retryAfterMs);
}
