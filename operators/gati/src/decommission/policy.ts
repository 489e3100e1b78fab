import type { Duration } from '@gati-framework/contracts/deployment';
import { parseDuration } from '@slipway/apimachinery/durations';
import type { GatiHandlerSpec } from '../types/index.ts';

export interface DecommissionPolicy {
  readonly enabled: boolean;
  readonly dryRun: boolean;
  readonly gracePeriodMs: Duration;
  /** Known zeros in a row that make a version drained. */
  readonly zeroSamples: number;
  readonly protectedTags: readonly string[];
  /** How long a drain may take before its owner is notified. */
  readonly drainDeadlineMs: Duration;
  /** From Drained to the removal of objects that cost nothing to keep. */
  readonly deleteDelayMs: Duration;
  /** Between two samples. */
  readonly intervalMs: Duration;
}

/** What the operator's settings say for handlers that say nothing. */
export interface DecommissionSettings {
  /** True wins over every handler: it is for a first look at what the operator would do. */
  readonly dryRun: boolean;
  readonly gracePeriodMs: Duration;
  readonly intervalMs: Duration;
}

export const DEFAULT_SETTINGS: DecommissionSettings = { dryRun: false, gracePeriodMs: 300_000, intervalMs: 60_000 };

const HOUR: Duration = 3_600_000;

export function policyOf(
  { decommission = {}, traffic, rollout }: Pick<GatiHandlerSpec, 'decommission' | 'traffic' | 'rollout'>,
  settings: DecommissionSettings = DEFAULT_SETTINGS,
): DecommissionPolicy {
  const time = (text: string | undefined, unset: Duration): Duration =>
    text === undefined ? unset : parseDuration(text);
  return {
    enabled: decommission.enabled ?? true,
    dryRun: settings.dryRun || (decommission.dryRun ?? false),
    gracePeriodMs: time(decommission.gracePeriod, settings.gracePeriodMs),
    zeroSamples: decommission.zeroSamples ?? 5,
    protectedTags: decommission.protectedTags ?? ['stable', 'production', 'latest'],
    drainDeadlineMs: time(decommission.drainDeadline, HOUR),
    // Blue-green keeps the way back open for a day.
    deleteDelayMs: time(decommission.deleteDelay, rollout?.strategy === 'blueGreen' ? 24 * HOUR : 0),
    intervalMs: time(traffic?.interval, settings.intervalMs),
  };
}
