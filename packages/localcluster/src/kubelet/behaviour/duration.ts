import { LocalClusterError } from '../../errors.ts';

/** `'500ms'`, `'2s'`, `'1m30s'`, `'1h'`, or milliseconds. */
export type Duration = string | number;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

export function durationMs(duration: Duration): number {
  if (typeof duration === 'number') return duration;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (duration === '' || parts.map(([part]) => part).join('') !== duration) {
    throw new LocalClusterError(
      'LOCALCLUSTER_RULE',
      `"${duration}" is no duration; write it as 500ms, 2s, 1m30s or as a number of milliseconds.`,
    );
  }
  return parts.reduce((sum, [, amount, unit]) => sum + Number(amount) * (UNIT_MS[unit ?? ''] ?? 0), 0);
}
