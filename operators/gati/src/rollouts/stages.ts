import type { Duration } from '@gati-framework/contracts/deployment';
import { parseDuration } from '@slipway/apimachinery/durations';
import type { Gate, Stage } from '@slipway/delivery';
import type { GatiHandlerSpec } from '../types/index.ts';

type Rollout = NonNullable<GatiHandlerSpec['rollout']>;
type Step = NonNullable<Rollout['steps']>[number];
type Analysis = NonNullable<Rollout['analysis']>;

const MINUTE: Duration = 60_000;
const DEFAULT_PROGRESS_MS = 10 * MINUTE;
const DEFAULT_MIN_READY_MS = 30_000;
const DEFAULT_STEPS: readonly Step[] = [{ weight: 10, pause: '5m' }, { weight: 50, pause: '10m' }, { weight: 100 }];
/** What a stage may take beside its own waits before nobody can say that it moves. */
const SLACK_MS = 10 * MINUTE;

/** How a rollout to `share` percent is walked: the stages of the engine that the fields of the handler stand for. */
export function stagesOf(rollout: Rollout | undefined, baseline: number, share: number): Stage[] {
  const { strategy = 'canary' } = rollout ?? {};
  if (strategy === 'direct') return weightStages(rollout, [{ weight: 100 }], baseline, share);
  if (strategy === 'blueGreen') return [switchStage(rollout)];
  return weightStages(rollout, rollout?.steps ?? DEFAULT_STEPS, baseline, share);
}

/** The first version, and one that is known to have served a moment ago: health alone decides. */
export function healthOnlyStages(rollout: Rollout | undefined, kind: 'install' | 'weight', share: number): Stage[] {
  return [stage(kind, kind, { ...(kind === 'weight' && { to: share }) }, [health(rollout, 'during')], rollout)];
}

function weightStages(rollout: Rollout | undefined, steps: readonly Step[], baseline: number, share: number): Stage[] {
  const ahead = steps.filter(({ weight }) => weight > baseline && weight < share);
  // What was reported of the step that ends the rollout is reported of its end, wherever the goal is.
  const last = steps.find(({ weight }) => weight >= share);
  return [...ahead, { ...last, weight: share }].flatMap((step) => {
    const name = `${step.weight}%`;
    const isLast = step.weight === share;
    const pause = step.pause;
    const isByHand = !isLast && (pause === 'manual' || rollout?.promotion === 'manual');
    const soak = pause === undefined || pause === 'manual' || isByHand ? [] : [soakGate(parseDuration(pause))];
    const gates = [health(rollout, 'during'), ...soak, ...metricGates(rollout?.analysis, step.analysis)];
    const moving = stage(name, 'weight', { to: step.weight }, gates, rollout);
    return isByHand ? [moving, stage(`after ${name}`, 'pause', {}, [], rollout)] : [moving];
  });
}

/** Everything is judged while no traffic is there; then all of it moves at once. */
function switchStage(rollout: Rollout | undefined): Stage {
  const preview = [health(rollout, 'before'), ...metricGates(rollout?.analysis, undefined, 'before')];
  return stage('switch', 'switch', {}, [...preview, { ...health(rollout, 'during'), name: 'health-after' }], rollout);
}

function stage(
  name: string,
  kind: Stage['kind'],
  more: Pick<Stage, 'to'>,
  gates: readonly Gate[],
  rollout: Rollout | undefined,
): Stage {
  const progressDeadline = progressMs(rollout);
  const waits = gates.filter(({ kind: gate }) => gate !== 'health').map(({ deadline }) => deadline);
  // Something bad lets the pause begin anew; there is time for that once, however late it comes.
  const pauses = gates.filter(({ kind: gate }) => gate === 'soak').map(({ spec }) => spec?.forMs ?? 0);
  const deadline = progressDeadline + Math.max(0, ...waits) + Math.max(0, ...pauses);
  return { name, kind, ...more, maxConcurrent: 1, gates, deadline, progressDeadline };
}

function progressMs(rollout: Rollout | undefined): Duration {
  return rollout?.progressDeadline === undefined ? DEFAULT_PROGRESS_MS : parseDuration(rollout.progressDeadline);
}

const health = (rollout: Rollout | undefined, when: Gate['when']): Gate => ({
  name: 'health',
  kind: 'health',
  when,
  deadline: progressMs(rollout),
  spec: { minReadyMs: minReadyMs(rollout) },
});

/** How long a version must be seen healthy: no longer than the shortest pause that was asked for. */
function minReadyMs(rollout: Rollout | undefined): Duration {
  const pauses = (rollout?.steps ?? []).flatMap(({ pause }) =>
    pause === undefined || pause === 'manual' ? [] : [parseDuration(pause)],
  );
  return Math.min(DEFAULT_MIN_READY_MS, ...pauses);
}

const soakGate = (forMs: Duration): Gate => ({
  name: 'pause',
  kind: 'soak',
  when: 'after',
  deadline: forMs + SLACK_MS,
  spec: { forMs },
});

/** One gate per metric; a step's own metric of the same name replaces that of the rollout. */
function metricGates(common: Analysis | undefined, own: Analysis | undefined, when: Gate['when'] = 'during'): Gate[] {
  const gates = new Map<string, Gate>();
  for (const analysis of [common, own]) {
    for (const metric of analysis?.metrics ?? []) gates.set(metric.name, metricGate(analysis ?? {}, metric, when));
  }
  return [...gates.values()];
}

const BUILT_IN_WORDS = {
  'success-rate': 'success rate',
  'latency-p50': 'median latency',
  'latency-p99': '99th percentile latency',
  'request-rate': 'request rate',
} as const;

function metricGate(
  { interval, count = 5, failureLimit, inconclusiveLimit, deadline }: Partial<Analysis>,
  { name, dryRun, ...metric }: NonNullable<Analysis['metrics']>[number],
  when: Gate['when'],
): Gate {
  const intervalMs = interval === undefined ? MINUTE : parseDuration(interval);
  return {
    // The engine joins stage and gate by a slash.
    name: `metric-${name.replaceAll('/', '-')}`,
    title: metric.builtin === undefined ? name : BUILT_IN_WORDS[metric.builtin],
    kind: 'metric',
    when,
    deadline: deadline === undefined ? intervalMs * count + 5 * MINUTE : parseDuration(deadline),
    ...(dryRun === true && { dryRun }),
    spec: {
      intervalMs,
      count,
      ...(failureLimit !== undefined && { failureLimit }),
      ...(inconclusiveLimit !== undefined && { inconclusiveLimit }),
      metric: { name, ...metric },
    },
  };
}
