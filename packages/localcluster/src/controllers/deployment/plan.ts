import { conditionOf } from '@slipway/apimachinery/conditions';
import { type Condition, setWorkloadCondition } from '../objects/index.ts';
import { isFinished, type PodObject } from '../pods/index.ts';
import {
  DESIRED,
  type DeploymentObject,
  type Draft,
  isRolling,
  REVISION,
  type ReplicaSetObject,
  replicasOf,
  resize,
  seenReplicas,
  sum,
} from './draft.ts';
import { currentAnnotations, newDraft, nextRevision, revisionOf, splitSets } from './revision.ts';
import { currentSize, scale, shrinkOld } from './rolling.ts';
import {
  countsOf,
  deadlineInMs,
  deploymentCondition,
  hasDeadline,
  isComplete,
  PROGRESSING,
  statusBody,
  withAvailability,
  withFailure,
  withProgress,
} from './status.ts';

export interface Observation {
  readonly deployment: DeploymentObject;
  /** The sets that belong to it. */
  readonly sets: readonly ReplicaSetObject[];
  /** The pods of those sets by the uid of the set. */
  readonly pods: ReadonlyMap<string, readonly PodObject[]>;
  readonly wallMs: number;
}

export interface DeploymentPlan {
  /** The set to make, with its hash. */
  readonly create: { readonly draft: Draft; readonly hash: string } | undefined;
  /** All sets that exist; those that changed are written. */
  readonly drafts: readonly Draft[];
  readonly remove: readonly ReplicaSetObject[];
  /** What to tell, as ScalingReplicaSet. */
  readonly notes: readonly string[];
  readonly revision: string | undefined;
  readonly status: object;
  readonly conditions: readonly Condition[];
  readonly requeueAfterMs: number | undefined;
}

/** What to do for a Deployment now, and what its status says after it. */
export function planDeployment(observation: Observation): DeploymentPlan {
  const { deployment, sets, pods, wallMs } = observation;
  const { current: found, old } = splitSets(deployment, sets);
  const isEnding = deployment.metadata.deletionTimestamp !== undefined;
  const isPaused = deployment.spec?.paused === true;
  const wasResized = !isEnding && (isPaused || isScaled(deployment, found, old));
  const revision = nextRevision(old);
  const notes: string[] = [];
  let current = found;
  let create: DeploymentPlan['create'];

  if (current && !isEnding) {
    current.annotations = currentAnnotations(deployment, current.annotations, revision);
    current.minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
  }
  if (wasResized) notes.push(...scale(deployment, current, old));
  else if (!isEnding) {
    const mayStart = isRolling(deployment) || !areOldRunning(current, old, pods);
    if (!isRolling(deployment)) notes.push(...stopOld(deployment, old));
    if (!current && mayStart && notes.length === 0) {
      create = newDraft(deployment, revision);
      current = create.draft;
    }
    if (current && mayStart && (isRolling(deployment) || notes.length === 0)) {
      const size = currentSize(deployment, current, [...old, current]);
      const note = size === current.replicas ? undefined : resize(current, size, deployment);
      if (note) notes.push(note);
      else if (isRolling(deployment)) notes.push(...shrinkOld(deployment, current, old));
    }
  }
  const mayForget =
    !isEnding && (isPaused || (!wasResized && notes.length === 0 && isComplete(deployment, deployment.status)));
  const all = [...old, ...(current ? [current] : [])];
  const counts = countsOf(deployment, current, all);
  const base = withPause(deployment, withFound(deployment, found, create?.draft, wallMs), wallMs);
  const available = withAvailability(deployment, base, counts, wallMs);
  const isStatusOnly = isEnding || wasResized;
  const conditions = isStatusOnly
    ? available
    : withFailure(withProgress(deployment, available, counts, current, wallMs), current, all);
  return {
    create,
    drafts: all.filter(({ object }) => object),
    remove: mayForget ? forgettable(deployment, old) : [],
    notes,
    revision: current && !isEnding ? String(revisionOf(current)) : deployment.metadata.annotations?.[REVISION],
    status: statusBody(deployment, counts, conditions),
    conditions,
    requeueAfterMs: isStatusOnly ? undefined : deadlineInMs(deployment, conditions, counts, wallMs),
  };
}

/** Whether a set was last sized for another number of replicas. */
function isScaled(deployment: DeploymentObject, current: Draft | undefined, old: readonly Draft[]): boolean {
  return [...old, ...(current ? [current] : [])].some(({ replicas, annotations }) => {
    const desired = annotations[DESIRED];
    return replicas > 0 && desired !== undefined && Number(desired) !== replicasOf(deployment);
  });
}

function areOldRunning(current: Draft | undefined, old: readonly Draft[], pods: Observation['pods']): boolean {
  if (sum(old, seenReplicas) > 0) return true;
  const uid = current?.object?.metadata.uid;
  return [...pods].some(([set, ofSet]) => set !== uid && ofSet.some((pod) => !isFinished(pod)));
}

function stopOld(deployment: DeploymentObject, old: readonly Draft[]): string[] {
  return old.flatMap((draft) => (draft.replicas > 0 ? (resize(draft, 0, deployment) ?? []) : []));
}

/** Earlier sets beyond the history that is to be kept, oldest revision first. */
function forgettable(deployment: DeploymentObject, old: readonly Draft[]): ReplicaSetObject[] {
  const limit = deployment.spec?.revisionHistoryLimit ?? 10;
  const alive = old.filter(({ object }) => object?.metadata.deletionTimestamp === undefined);
  return alive
    .toSorted((a, b) => Number(revisionOf(a) - revisionOf(b)))
    .slice(0, Math.max(0, alive.length - limit))
    .flatMap(({ object, replicas }) => {
      const isIdle = object && replicas === 0 && (object.status?.replicas ?? 0) === 0;
      const isSeen = (object?.metadata.generation ?? 0) <= (object?.status?.observedGeneration ?? 0);
      return isIdle && isSeen ? [object] : [];
    });
}

function withFound(
  deployment: DeploymentObject,
  found: Draft | undefined,
  made: Draft | undefined,
  wallMs: number,
): readonly Condition[] {
  const conditions: readonly Condition[] = deployment.status?.conditions ?? [];
  if (!hasDeadline(deployment)) return conditions;
  if (made) {
    const text = `Created new replica set "${made.name}"`;
    return setWorkloadCondition(
      conditions,
      deploymentCondition(PROGRESSING, 'True', 'NewReplicaSetCreated', text, wallMs),
    );
  }
  if (!found || conditionOf(conditions, PROGRESSING)) return conditions;
  const text = `Found new replica set "${found.name}"`;
  return setWorkloadCondition(conditions, deploymentCondition(PROGRESSING, 'True', 'FoundNewReplicaSet', text, wallMs));
}

/** A pause stops the deadline; the end of one starts it again. */
function withPause(
  deployment: DeploymentObject,
  conditions: readonly Condition[],
  wallMs: number,
): readonly Condition[] {
  const before = conditionOf(conditions, PROGRESSING);
  if (!hasDeadline(deployment) || before?.reason === 'ProgressDeadlineExceeded') return conditions;
  const wasPaused = before?.reason === 'DeploymentPaused';
  const isPaused = deployment.spec?.paused === true;
  if (isPaused === wasPaused) return conditions;
  const [reason, text] = isPaused
    ? ['DeploymentPaused', 'Deployment is paused']
    : ['DeploymentResumed', 'Deployment is resumed'];
  return setWorkloadCondition(conditions, deploymentCondition(PROGRESSING, 'Unknown', reason, text, wallMs));
}
