import { isDuration, parseDuration } from '@slipway/apimachinery/durations';
import { LocalClusterError } from '../../errors.ts';

/** `'500ms'`, `'2s'`, `'1m30s'`, `'1h'`, or milliseconds. */
export type Duration = string | number;

export function durationMs(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  if (isDuration(duration)) return parseDuration(duration);
  throw new LocalClusterError(
    'LOCALCLUSTER_RULE',
    `"${duration}" is no duration; write it as 500ms, 2s, 1m30s or as a number of milliseconds.`,
  );
}
