import type { Duration, Instant, Ref } from '@gati-framework/contracts/deployment';
import { parseDuration } from '@slipway/apimachinery/durations';
import type { Plan, VersionId, Weights } from '@slipway/delivery';
import type { GatiHandlerSpec } from '../types/index.ts';
import { MANAGER } from '../words/index.ts';
import { tellingOnce } from './metrics.ts';
import { healthOnlyStages, stagesOf } from './stages.ts';

const HOUR: Duration = 3_600_000;
const DEFAULT_WINDOW_MS: Duration = 5 * 60_000;

export interface Release {
  readonly handler: Ref;
  readonly spec: GatiHandlerSpec;
  /** Null: no version of the handler has had weight yet. */
  readonly from: VersionId | null;
  readonly to: VersionId;
  /** Hash of the version's template: what is delivered does not change on the way. */
  readonly templateHash: string;
  readonly baseline: Weights;
  readonly goal: Weights;
  /** A version that served a moment ago is given back its traffic by health alone. */
  readonly isUndo: boolean;
  readonly now: Instant;
}

/** The whole rollout as the handler's spec asks for it at this moment; later edits act from the next plan on. */
export function planOf(release: Release): Plan {
  const { handler, spec, from, to, baseline, goal, templateHash, now } = release;
  const { rollout } = spec;
  const share = goal[to] ?? 0;
  const stages = tellingOnce(
    from === null
      ? healthOnlyStages(rollout, 'install', share)
      : release.isUndo
        ? healthOnlyStages(rollout, 'weight', share)
        : stagesOf(rollout, baseline[to] ?? 0, share),
  );
  return {
    id: `${handler.name}/${to}/${now.toString(36)}`,
    subject: handler,
    actuator: 'traffic',
    author: MANAGER,
    from,
    to,
    pin: { digest: templateHash, values: '' },
    members: [],
    stages,
    floor: 1,
    split: { baseline, goal },
    onFailure: rollout?.onFailure ?? 'rollback',
    maxFailures: 0,
    deadline: planDeadline(stages),
    reversibility: 'reversible',
    // Versions that outlive their plan are retired by the handler; the plan itself retires none.
    retire: { scaleDownDelay: 0, deleteDelay: 0 },
    rollback: { window: rollbackWindow(spec) },
  };
}

function rollbackWindow({ rollout }: GatiHandlerSpec): Duration {
  return rollout?.rollbackWindow === undefined ? DEFAULT_WINDOW_MS : parseDuration(rollout.rollbackWindow);
}

export function failedRetention({ rollout }: Pick<GatiHandlerSpec, 'rollout'>): Duration {
  return rollout?.failedRetention === undefined ? HOUR : parseDuration(rollout.failedRetention);
}

/** Never the first deadline to pass: each stage has its own, and a pause for a person may take three days. */
function planDeadline(stages: Plan['stages']): Duration {
  const pauses = stages.filter(({ kind }) => kind === 'pause').length;
  return stages.reduce((sum, one) => sum + one.deadline + (one.progressDeadline ?? 0), HOUR) + pauses * 73 * HOUR;
}
