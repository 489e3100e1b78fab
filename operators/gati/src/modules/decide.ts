import type { Instant } from '@gati-framework/contracts/deployment';
import { earliest } from '@slipway/apimachinery/clock';
import { conditionOf } from '@slipway/apimachinery/conditions';
import { selectorText } from '@slipway/apimachinery/selectors';
import type { ConditionInput } from '@slipway/runtime';
import { timeOf } from '../decommission/index.ts';
import { conditionsOf, type GatiEvent } from '../handlers/index.ts';
import type { Objects } from '../manifests/index.ts';
import { moduleSelector } from '../names/index.ts';
import type { Sync } from '../sets/index.ts';
import type { GatiModuleStatus } from '../types/index.ts';
import { type Progress, progressOf } from './deployment.ts';
import type { ModuleObservation, ModuleSettings } from './observation.ts';
import { type ModulePlan, planModule } from './plan.ts';
import { type CrashLoop, crashLoopOf, troubleOf } from './pods.ts';

const CRASH_LOOP_THRESHOLD = 5;

type StatedCondition = Omit<ConditionInput, 'observedGeneration'>;

export interface ModuleDecision {
  /** Everything that is wanted, in the order of application; undefined where nothing may be changed. */
  readonly objects: Objects | undefined;
  readonly status: GatiModuleStatus;
  readonly events: readonly GatiEvent[];
  /** When it may be decided otherwise though nothing happened. */
  readonly wakeAt: Instant | null;
}

/** The whole decision about a module, before anything of it is carried out. */
export function decideModule(observed: ModuleObservation, settings: ModuleSettings): ModuleDecision {
  const plan = planModule(observed, settings);
  return { objects: plan.objects, ...judgeModule(observed, plan, undefined) };
}

/** What is reported of a module, by what is wanted, what was seen and what its target answered. */
export function judgeModule(
  observed: ModuleObservation,
  plan: ModulePlan,
  sync: Sync | undefined,
): Omit<ModuleDecision, 'objects'> {
  const { module, pods, now } = observed;
  const { metadata, spec, status: before } = module;
  const progress = progressOf(observed.deployment, isDeploymentFresh(sync));
  const crash = crashLoopOf(pods, spec.restart?.crashLoopThreshold ?? CRASH_LOOP_THRESHOLD, now);
  const view: View = { observed, plan, progress, crash, trouble: progress.refused ?? troubleOf(pods) };
  const stated = [
    accepted(plan),
    ready(view),
    progressing(view),
    isolated(observed, plan, sync),
    ...(plan.refusal ? [] : [plan.scale.condition]),
    ...syncedBy(plan, sync),
  ];
  const { scaleDown } = plan.scale;
  const target = sync?.target ?? before?.target;
  const status: GatiModuleStatus = {
    phase: phaseOf(view),
    replicas: progress.replicas,
    readyReplicas: progress.ready,
    selector: selectorText(moduleSelector(metadata.name)),
    capabilities: [...plan.grants.granted],
    ...(scaleDown && { scaleDown: { ...scaleDown, since: timeOf(scaleDown.since) } }),
    ...(target && { target }),
    ...(metadata.generation !== undefined && { observedGeneration: metadata.generation }),
    conditions: conditionsOf(before?.conditions, stated, metadata.generation, now),
  };
  return { status, events: eventsOf(module, stated), wakeAt: earliest([crash?.until, plan.scale.wakeAt]) };
}

/** What its status tells is of before it was written. */
function isDeploymentFresh(sync: Sync | undefined): boolean {
  return sync?.written.some(({ kind }) => kind === 'Deployment') ?? false;
}

function syncedBy({ hold }: ModulePlan, sync: Sync | undefined): StatedCondition[] {
  if (hold) return [{ type: 'Synced', status: 'False', ...hold }];
  return sync ? [sync.condition] : [];
}

interface View {
  readonly observed: ModuleObservation;
  readonly plan: ModulePlan;
  readonly progress: Progress;
  readonly crash: CrashLoop | undefined;
  /** What keeps pods from being ready. */
  readonly trouble: string | undefined;
}

/** No pod is wanted: by the spec, or because a scaler let it fall asleep. */
function isAsleep({ observed, plan }: View): boolean {
  const replicas = (observed.deployment?.spec as { replicas?: number } | undefined)?.replicas;
  return plan.scale.kind === 'fixed' ? plan.scale.replicas === 0 : plan.scale.min === 0 && replicas === 0;
}

function accepted({ refusal }: ModulePlan): StatedCondition {
  const type = 'Accepted';
  if (refusal) return { type, status: 'False', ...refusal };
  return { type, status: 'True', reason: 'Accepted', message: 'The spec can be acted on.' };
}

function ready(view: View): StatedCondition {
  const type = 'Ready';
  const { progress, crash, trouble, observed } = view;
  const no = (reason: string, message: string): StatedCondition => ({ type, status: 'False', reason, message });
  const why = trouble === undefined ? '' : `: ${trouble}`;
  if (isAsleep(view))
    return { type, status: 'True', reason: 'ScaledToZero', message: 'It has no pods, as the spec asks.' };
  if (crash) return no('CrashLoop', crash.message);
  if (progress.isStuck) return no('ProgressDeadlineExceeded', `The update does not move${why}.`);
  if (progress.isAvailable) return { type, status: 'True', reason: 'Available', message: 'Its pods are ready.' };
  if (observed.deployment === null && view.plan.refusal) return no('NotAvailable', 'It was never deployed.');
  return no(progress.isComplete ? 'NotAvailable' : 'Progressing', `${progress.ready} pods are ready${why}.`);
}

/** An update that cannot end is left where it is: old pods serve on, and a person has to act (G-128). */
function progressing(view: View): StatedCondition {
  const type = 'Progressing';
  const { progress, plan, trouble } = view;
  if (progress.isStuck) {
    const message = `The update ran out of time: ${trouble ?? 'no pod became ready'}. Change the spec to try again.`;
    return { type, status: 'False', reason: 'Frozen', message };
  }
  if (progress.isComplete || isAsleep(view) || plan.refusal)
    return { type, status: 'False', reason: 'Succeeded', message: 'Nothing is being rolled out.' };
  const cause = trouble === undefined ? '' : `: ${trouble}`;
  const until =
    progress.deadline === undefined ? '' : ` At ${timeOf(progress.deadline)} at the latest the update stops.`;
  const message = `Its pods are not ready yet${cause}.${until} Who can act: the owner of the module.`;
  return { type, status: 'True', reason: 'Progressing', message };
}

/** Whether the network is as closed as was declared: only what its target holds closes anything. */
function isolated(
  { module, deployment }: ModuleObservation,
  { grants, objects }: ModulePlan,
  sync: Sync | undefined,
): StatedCondition {
  const type = 'NetworkIsolated';
  const before = conditionOf(module.status?.conditions, type);
  if (!objects) {
    // What runs goes on under the policy that it was deployed with.
    if (deployment && before) return { type, status: before.status, reason: before.reason, message: before.message };
    const message = 'It was never deployed, so no NetworkPolicy is in place; Accepted and Synced say why.';
    return { type, status: 'Unknown', reason: 'NotDeployed', message };
  }
  const { hostsNotEnforced } = grants;
  if (hostsNotEnforced.length > 0) {
    const message = `A NetworkPolicy cannot name hosts: ${hostsNotEnforced.join(', ')} is passed to the module and not enforced.`;
    return { type, status: 'False', reason: 'HostsNotEnforced', message };
  }
  if (sync?.condition.status !== 'True') {
    const message = 'It is not known whether the NetworkPolicy is in place; Synced says what is missing.';
    return { type, status: 'Unknown', reason: 'NotSynced', message };
  }
  return { type, status: 'True', reason: 'Enforced', message: 'The NetworkPolicy holds all that was declared.' };
}

function phaseOf(view: View): NonNullable<GatiModuleStatus['phase']> {
  if (view.plan.refusal || view.crash || view.progress.isStuck) return 'Failed';
  return isAsleep(view) || view.progress.isAvailable ? 'Running' : 'Pending';
}

/** Once per transition: reported when a condition begins to hold, not while it holds. */
const REPORTED: Readonly<Record<string, string>> = {
  'Accepted UnknownCapability': 'UnknownCapability',
  'Ready CrashLoop': 'CrashLoop',
  'Progressing Frozen': 'DeadlineExceeded',
};

function eventsOf(module: ModuleObservation['module'], stated: readonly StatedCondition[]): GatiEvent[] {
  return stated.flatMap(({ type, status, reason, message }): GatiEvent[] => {
    const before = conditionOf(module.status?.conditions, type);
    if (before?.reason === reason && before.status === status) return [];
    if (type === 'Scaled' && status === 'True' && before) return [{ type: 'Normal', reason: 'Scaled', note: message }];
    if (type === 'Synced' && reason === 'Drifted') return [{ type: 'Warning', reason, note: message }];
    const reported = type === 'Synced' ? 'ApplyFailed' : REPORTED[`${type} ${reason}`];
    return reported !== undefined && status === 'False' ? [{ type: 'Warning', reason: reported, note: message }] : [];
  });
}
