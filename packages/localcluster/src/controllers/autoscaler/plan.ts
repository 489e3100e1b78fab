import { timestamp } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import type { MetricsFeed } from '../metrics/index.ts';
import { type Condition } from '../objects/index.ts';
import type { PodObject } from '../pods/index.ts';
import { limit, type Memory } from './limits.ts';
import { type Proposal, propose } from './proposal.ts';
import type { AutoscalerObject, MetricSpec, ScalingRules } from './types.ts';

/** How far use may be from its target before anything is done. */
const TOLERANCE = 0.1;

export interface AutoscalerObservation {
  readonly autoscaler: AutoscalerObject;
  /** The target's wanted and seen sizes. */
  readonly current: number;
  readonly running: number;
  readonly pods: readonly PodObject[];
  readonly metrics: MetricsFeed;
  readonly memory: Memory;
  readonly wallMs: number;
}

export interface AutoscalerPlan {
  readonly replicas: number;
  /** Why the size changes; undefined when it does not. */
  readonly reason: string | undefined;
  readonly conditions: readonly Condition[];
  readonly metricStatuses: readonly object[] | undefined;
  readonly events: readonly { readonly reason: string; readonly note: string }[];
  /** Why no size is known. */
  readonly failure: string | undefined;
  readonly memory: Memory;
}

const DEFAULT_METRICS: readonly MetricSpec[] = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];

/** What size a target should have now. */
export function planAutoscaler(observation: AutoscalerObservation): AutoscalerPlan {
  const { autoscaler, current, memory, wallMs } = observation;
  const { minReplicas: min = 1, maxReplicas: max = 1, metrics } = autoscaler.spec ?? {};
  const specs: readonly MetricSpec[] = metrics && metrics.length > 0 ? metrics : DEFAULT_METRICS;
  const say = sayer(autoscaler, wallMs);
  say('AbleToScale', 'True', 'SucceededGetScale', "the HPA controller was able to get the target's current scale");
  const rest = { metricStatuses: undefined, events: [], failure: undefined, memory };

  if (current === 0 && !(min === 0 && specs.some(({ type }) => type === 'Object' || type === 'External'))) {
    say(
      'ScalingActive',
      'False',
      'ScalingDisabled',
      'scaling is disabled since the replica count of the target is zero',
    );
    return { ...rest, replicas: 0, reason: undefined, conditions: say.conditions() };
  }
  if (current > max) {
    return {
      ...rest,
      replicas: max,
      reason: 'Current number of replicas above Spec.MaxReplicas',
      conditions: say.conditions(),
    };
  }
  if (current < min) {
    return {
      ...rest,
      replicas: min,
      reason: 'Current number of replicas below Spec.MinReplicas',
      conditions: say.conditions(),
    };
  }
  const { proposed, name, statuses, failures, failure } = proposals(observation, specs);
  const events = failures.map(({ reason, event }) => ({ reason, note: event }));
  const [first] = failures;
  if (proposed === undefined) {
    if (first)
      say('ScalingActive', 'False', first.reason, `the HPA was unable to compute the replica count: ${first.event}`);
    return {
      ...rest,
      replicas: current,
      reason: undefined,
      conditions: say.conditions(),
      metricStatuses: statuses,
      events,
      failure,
    };
  }
  say(
    'ScalingActive',
    'True',
    'ValidMetricFound',
    `the HPA was able to successfully calculate a replica count from ${name}`,
  );
  const { behavior } = autoscaler.spec ?? {};
  const limited = limit({ current, proposed, min, max, behavior, memory: seeded(memory, current, wallMs), wallMs });
  say('AbleToScale', 'True', limited.ableToScale.reason, limited.ableToScale.message);
  say('ScalingLimited', limited.limited.isLimited ? 'True' : 'False', limited.limited.reason, limited.limited.message);
  const { replicas } = limited;
  const why = proposed > current ? `${name} above target` : proposed < current ? 'All metrics below target' : '';
  return {
    replicas,
    reason: replicas === current ? undefined : why,
    conditions: say.conditions(),
    metricStatuses: statuses,
    events,
    failure: undefined,
    memory: limited.memory,
  };
}

/** The size that was found counts as wanted: a new process must not shrink at once. */
function seeded(memory: Memory, current: number, wallMs: number): Memory {
  return memory.recommendations.length > 0
    ? memory
    : { ...memory, recommendations: [{ replicas: current, atMs: wallMs }] };
}

function proposals(observation: AutoscalerObservation, specs: readonly MetricSpec[]) {
  const { autoscaler, current } = observation;
  const { behavior } = autoscaler.spec ?? {};
  const of = (rules: ScalingRules | undefined): number =>
    rules?.tolerance === undefined ? TOLERANCE : Number(rules.tolerance);
  const tolerance = { up: of(behavior?.scaleUp), down: of(behavior?.scaleDown) };
  const namespace = autoscaler.metadata.namespace ?? '';
  const all = specs.map((spec) => propose(spec, { ...observation, namespace, tolerance }));
  const valid = all.filter((one): one is Extract<Proposal, { replicas: number }> => 'replicas' in one);
  const failures = all.filter((one): one is Extract<Proposal, { text: string }> => 'text' in one);
  const highest = valid.reduce<(typeof valid)[number] | undefined>(
    (best, one) => (best === undefined || one.replicas > best.replicas ? one : best),
    undefined,
  );
  const failure =
    failures[0] &&
    `invalid metrics (${failures.length} invalid out of ${specs.length}), first error is: ${failures[0].text}`;
  // With a metric unknown nothing may be taken away.
  const isUsable = highest && (failures.length === 0 || highest.replicas >= current);
  return {
    proposed: isUsable ? highest.replicas : undefined,
    name: highest?.name ?? '',
    statuses: all.map((one) => ('status' in one ? one.status : { type: '' })),
    failures,
    failure,
  };
}

interface Sayer {
  (type: string, status: string, reason: string, message: string): void;
  conditions(): readonly Condition[];
}

/** Collects conditions; each keeps its place, and its time while its status stays. */
export function sayer({ status }: AutoscalerObject, wallMs: number): Sayer {
  let conditions: readonly Condition[] = status?.conditions ?? [];
  const say = (type: string, state: string, reason: string, message: string): void => {
    const old = conditionOf(conditions, type);
    const lastTransitionTime = old?.status === state ? old.lastTransitionTime : timestamp(wallMs);
    const next = { type, status: state, lastTransitionTime, reason, message };
    conditions = old ? conditions.map((one) => (one === old ? next : one)) : [...conditions, next];
  };
  return Object.assign(say, { conditions: () => conditions });
}
