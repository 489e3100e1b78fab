import type { Instant } from '@gati-framework/contracts/deployment';
import { type DecommissionSituation, samplesOf } from '../decommission/index.ts';

/**
 * Whether the counts that a caller recorded say that nobody uses the version, where nothing else measures: enough zeros
 * in a row, and no request within the grace period. When they were recorded is the caller's affair, and a version that
 * no request was ever recorded for has waited long enough. It is advice: a removal still asks all eight gates.
 */
export function isUnusedByRecord(situation: DecommissionSituation, now: Instant): boolean {
  const { policy, weight, lastTrafficAt } = situation;
  const last = samplesOf(situation).slice(-policy.zeroSamples);
  const isQuiet = last.length >= policy.zeroSamples && last.every(({ count }) => count === 0);
  const isLongAgo = lastTrafficAt === undefined || now - lastTrafficAt >= policy.gracePeriodMs;
  return isQuiet && isLongAgo && (weight.value ?? 0) === 0;
}
