import type { DeliveryEvent } from '@slipway/delivery';
import type { DeliveryEventType } from '@slipway/delivery/model';
import { isPerson } from '../rollouts/index.ts';

/** Something that happened to a handler or to one of its versions, for `kubectl describe`. */
export interface GatiEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason: string;
  readonly note: string;
  /** Name of the GatiVersion that it is about; recorded on the handler, where people look. */
  readonly version?: string;
}

const WORDS: Partial<Readonly<Record<DeliveryEventType, readonly [GatiEvent['type'], string]>>> = {
  PlanCreated: ['Normal', 'RolloutStarted'],
  AttemptStarted: ['Normal', 'RolloutStarted'],
  StageReached: ['Normal', 'StageReached'],
  WeightChanged: ['Normal', 'WeightChanged'],
  Promoted: ['Normal', 'Promoted'],
  Paused: ['Normal', 'Paused'],
  Resumed: ['Normal', 'Resumed'],
  PlanSucceeded: ['Normal', 'RolloutSucceeded'],
  PlanSuperseded: ['Normal', 'RolloutSuperseded'],
  PlanAborted: ['Normal', 'RolloutAborted'],
  PlanFrozen: ['Warning', 'Frozen'],
  RollbackStarted: ['Warning', 'RollbackStarted'],
  RollbackSucceeded: ['Warning', 'RolledBack'],
  RollbackFailed: ['Warning', 'RollbackFailed'],
  DeadlineExceeded: ['Warning', 'DeadlineExceeded'],
};

/**
 * What the engine reported, in the words of this operator. A failed gate is reported as what it judged. What became of
 * a command is reported by the code that answers it.
 */
export function eventsOf(reported: readonly DeliveryEvent[], versionName: string | undefined): GatiEvent[] {
  return reported.flatMap((event): GatiEvent[] => {
    const about = versionName === undefined ? {} : { version: versionName };
    if (event.type === 'GateFailed' || event.type === 'GateInconclusive') {
      const isMetric = event.about.includes('/metric-');
      const reason = isMetric
        ? event.type === 'GateFailed'
          ? 'AnalysisFailed'
          : 'AnalysisInconclusive'
        : 'RolloutFailed';
      if (!isMetric && event.type === 'GateInconclusive') return [];
      return [{ type: 'Warning', reason, note: `${placeOf(event.about)}${event.message}`, ...about }];
    }
    const words = WORDS[event.type];
    if (!words) return [];
    const [type, reason] = words;
    const note =
      event.actor === undefined || !isPerson(event.actor) ? event.message : `${event.message} (${event.actor})`;
    return [{ type, reason, note, ...about }];
  });
}

/** Where a gate stands: `50%/metric-answers` is reported as `At 50 %: `. */
function placeOf(key: string): string {
  const [, share] = /^(\d+)%\//.exec(key) ?? [];
  return share === undefined ? '' : `At ${share} %: `;
}
