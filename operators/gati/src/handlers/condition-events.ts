import type { Condition, ConditionInput } from '@slipway/runtime';
import type { GatiEvent } from './events.ts';

/** Conditions whose start is reported, by type and status, or by type, status and reason. */
const REPORTED: Readonly<Record<string, readonly [GatiEvent['type'], string]>> = {
  'WeightsValid True Normalised': ['Warning', 'WeightsNormalised'],
  'Conflicted True': ['Warning', 'VersionConflict'],
  'Conflicted True PathConflict': ['Warning', 'PathConflict'],
  'Compatible True BreakingAccepted': ['Warning', 'BreakingAccepted'],
  'Synced False': ['Warning', 'ApplyFailed'],
  'Synced True Drifted': ['Warning', 'Drifted'],
  'Ready False CrashLoop': ['Warning', 'CrashLoop'],
  'Progressing Unknown RolloutUnreadable': ['Warning', 'RolloutUnreadable'],
  'Progressing False HeaderOnly': ['Warning', 'VersionHeld'],
  'Deleting True CleanupBlocked': ['Warning', 'CleanupBlocked'],
};

/** What conditions tell when they come to say it, not while they do (G-167). */
export function conditionEvents(
  before: readonly Condition[] | undefined,
  after: readonly Pick<ConditionInput, 'type' | 'status' | 'reason' | 'message'>[] | undefined,
): GatiEvent[] {
  return (after ?? []).flatMap(({ type, status, reason, message }): GatiEvent[] => {
    const last = before?.find((one) => one.type === type);
    const isSame = last?.status === status && last.reason === reason;
    // Of what keeps an object from going each cause is news: who removes the first one learns of the second.
    if (isSame && (type !== 'Deleting' || last.message === message)) return [];
    // The first scaler is part of what was asked for; another one is a change.
    const isOtherScaler = type === 'Scaled' && status === 'True' && ![reason, last?.reason].includes('ScaleDownWaits');
    if (isOtherScaler && last) return [{ type: 'Normal', reason: 'Scaled', note: message }];
    const words = REPORTED[`${type} ${status} ${reason}`] ?? REPORTED[`${type} ${status}`];
    return words ? [{ type: words[0], reason: words[1], note: message }] : [];
  });
}
