import type { Instant } from '@gati-framework/contracts/deployment';
import { instantOf } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { Condition } from '@slipway/runtime';
import { conditionsOf } from './version-status.ts';

/** What is being deleted: a handler or a module. */
interface Leaver {
  readonly metadata: { readonly generation?: number };
  readonly status?: { readonly conditions?: readonly Condition[] };
}

/** When a cleanup that waits is reported: most of what is in its way passes by itself. */
const BLOCKED_MS = 600_000;

/** Its conditions with what stands in the way of its cleanup (G-156). */
export function blockedCleanup({ metadata, status }: Leaver, blocker: string, now: Instant): Condition[] {
  const before = conditionOf(status?.conditions, 'Deleting');
  const since = before?.status === 'True' ? (instantOf(before.lastTransitionTime) ?? now) : now;
  const reason = now - since >= BLOCKED_MS ? 'CleanupBlocked' : 'CleaningUp';
  const stated = { type: 'Deleting', status: 'True', reason, message: blocker } as const;
  return conditionsOf(status?.conditions, [stated], metadata.generation, now);
}
