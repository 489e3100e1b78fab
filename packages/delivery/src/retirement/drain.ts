import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import type { DrainRecord, DrainSignal } from '../model/index.ts';

const ZEROS_IN_A_ROW = 5;
const ZERO_FOR_MS: Duration = 5 * 60_000;
/**
 * Looks that follow each other faster than this are one sample: a caller that is woken by its own write must come to
 * rest.
 */
export const DRAIN_SAMPLE_MS: Duration = ZERO_FOR_MS / ZEROS_IN_A_ROW;

/**
 * The record with one more look at a version that should serve nothing. The row of zeros is of known ones: a gap in
 * the signal breaks it, and anything above zero takes back that it was drained.
 */
export function watchDrain(record: DrainRecord, seen: Known<DrainSignal>, since: Instant): DrainRecord {
  if (seen.unknown !== undefined) return record.zeros === 0 ? record : withoutRow(record);
  if (seen.at <= Math.max(since, record.lastAt ?? 0)) return record;
  const { isNotified, requests, streams, tasks, leases, pinnedClients, isExact } = seen.value;
  const counts = [requests, streams, tasks, leases, pinnedClients];
  // What is no number is no zero.
  if (!isNotified || !counts.every((count) => count === 0)) {
    const isKnown = record.zeros === 0 && record.drainedAt === undefined;
    return isKnown ? record : { zeros: 0, lastAt: seen.at, ...overdueOf(record) };
  }
  const isSameSample = record.zeros > 0 && seen.at - (record.lastAt ?? 0) < DRAIN_SAMPLE_MS;
  if ((record.drainedAt !== undefined && record.zeros > 0) || (isSameSample && !isExact)) return record;
  const firstZeroAt = record.zeros === 0 ? seen.at : (record.firstZeroAt ?? seen.at);
  const zeros = record.zeros + 1;
  const isDrained = isExact === true || (zeros >= ZEROS_IN_A_ROW && seen.at - firstZeroAt >= ZERO_FOR_MS);
  const drainedAt = record.drainedAt ?? (isDrained ? seen.at : undefined);
  return {
    zeros: Math.min(zeros, ZEROS_IN_A_ROW),
    firstZeroAt,
    lastAt: seen.at,
    ...(drainedAt !== undefined && { drainedAt }),
    ...overdueOf(record),
  };
}

function withoutRow(record: DrainRecord): DrainRecord {
  const { firstZeroAt: _, ...rest } = record;
  return { ...rest, zeros: 0 };
}

function overdueOf({ overdue }: DrainRecord): { overdue?: boolean } {
  return overdue === undefined ? {} : { overdue };
}
