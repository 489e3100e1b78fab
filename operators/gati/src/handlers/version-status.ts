import type { Condition, ConditionInput } from '@slipway/runtime';
import { setCondition } from '@slipway/runtime/status';
import type { ReadVersion } from '../cluster/index.ts';
import { drainedCondition, timeOf } from '../decommission/index.ts';
import type { GatiVersionStatus, Stage } from '../types/index.ts';
import { commandStateOf } from './commands.ts';
import type { HandlerFacts } from './facts.ts';
import type { HandlerObservation } from './observation.ts';
import { podCause } from './pod-cause.ts';
import { phaseOf } from './stage.ts';
import type { VersionDecision } from './version-decision.ts';
import { crashOf, podCount, readyOf } from './workload.ts';

type StatedCondition = Omit<ConditionInput, 'observedGeneration'>;

/** What is written down about a version. */
export function versionStatus(
  observation: HandlerObservation,
  facts: HandlerFacts,
  { facts: one, stage, leaving, scale }: VersionDecision,
  waiting: readonly string[],
): GatiVersionStatus {
  const { record, workload, compatibility, link } = one.version;
  const { status: present = {}, metadata } = record;
  const releasedAt = present.releasedAt ?? (one.weight > 0 ? timeOf(observation.now) : undefined);
  const stated: StatedCondition[] = [
    accepted(one),
    ready(observation, one),
    { type: 'Resolved', status: 'True', ...link },
    compatibility.condition,
    released(facts, one, stage, releasedAt !== undefined, waiting),
    ...(scale ? [scale.condition] : []),
    ...(leaving.gates.length > 0 ? [drainedCondition(leaving.gates, stage)] : []),
    ...(one.isDeleting ? [deleting(leaving.wait)] : []),
  ];
  const obsolete = new Set<string>(leaving.gates.length > 0 ? [] : stage === 'Decommissioned' ? [] : ['Drained']);
  return {
    phase: phaseOf(stage),
    stage,
    handlerName: observation.handler.metadata.name,
    effectiveWeight: one.weight,
    replicas: podCount(workload),
    readyReplicas: readyOf(workload),
    ...leaving.status,
    ...(releasedAt !== undefined && { releasedAt }),
    ...(one.failedAt !== undefined && { failedAt: timeOf(one.failedAt) }),
    ...(scale?.scaleDown && { scaleDown: { ...scale.scaleDown, since: timeOf(scale.scaleDown.since) } }),
    ...(present.trafficReportedAt !== undefined && { trafficReportedAt: present.trafficReportedAt }),
    ...lastCommand(observation, one, stage),
    ...(metadata.generation !== undefined && { observedGeneration: metadata.generation }),
    conditions: conditionsOf(
      present.conditions?.filter(({ type }) => !obsolete.has(type) && !(type === 'Conflicted')),
      stated,
      metadata.generation,
      observation.now,
    ),
  };
}

/** A version takes one command: that it may go although it might still be used. */
function lastCommand(
  { now }: HandlerObservation,
  { version }: VersionDecision['facts'],
  stage: Stage,
): Pick<GatiVersionStatus, 'lastCommand'> {
  const { status } = version.record;
  const commandState = commandStateOf(version.record);
  if (commandState.state !== 'new') return status?.lastCommand ? { lastCommand: status.lastCommand } : {};
  const { id, word, actor, reason } = commandState.given;
  const isLeaving = stage === 'Draining' || stage === 'Drained' || stage === 'Decommissioning';
  const problem =
    word !== 'retire'
      ? `"${word}" is no command for a version: say retire to it, and all else to its handler`
      : isLeaving
        ? undefined
        : `it is ${stage}, and only a version that drains can be retired`;
  const result = problem === undefined ? 'Accepted' : 'Refused';
  const message = problem === undefined ? {} : { message: problem };
  return { lastCommand: { id, command: word, result, actor, reason, ...message, at: timeOf(now) } };
}

/** Of a record that does not count beside another of the same version. */
export function conflictedStatus(record: ReadVersion, winner: string, now: number): GatiVersionStatus {
  const { generation } = record.metadata;
  const message = `GatiVersion ${winner} is older and counts for ${record.spec.versionId}. Delete one of them.`;
  const stated: StatedCondition = { type: 'Conflicted', status: 'True', reason: 'DuplicateVersion', message };
  return {
    effectiveWeight: 0,
    ...(generation !== undefined && { observedGeneration: generation }),
    conditions: conditionsOf(record.status?.conditions, [stated], generation, now),
  };
}

export function conditionsOf(
  present: readonly Condition[] | undefined,
  stated: readonly StatedCondition[],
  generation: number | undefined,
  now: number,
): Condition[] {
  const observed = generation === undefined ? {} : { observedGeneration: generation };
  return [
    ...stated.reduce<readonly Condition[]>(
      (list, one) => setCondition(list, { ...one, ...observed }, new Date(now)),
      present ?? [],
    ),
  ];
}

function accepted({ isAccepted, version: { problem } }: VersionDecision['facts']): StatedCondition {
  const type = 'Accepted';
  if (problem !== undefined) return { type, status: 'False', reason: 'InvalidSpec', message: problem };
  if (isAccepted) return { type, status: 'True', reason: 'Accepted', message: 'The spec can be acted on.' };
  const message = 'It names nothing to run: set spec.template, or spec.deploymentName and spec.serviceName.';
  return { type, status: 'False', reason: 'NoTemplate', message };
}

function ready(observation: HandlerObservation, one: VersionDecision['facts']): StatedCondition {
  const type = 'Ready';
  const isStopped = observation.handler.spec.replicas === 0;
  if (isStopped) return { type, status: 'True', reason: 'ScaledToZero', message: 'It has no pods, as the spec asks.' };
  if (one.isAvailable) return { type, status: 'True', reason: 'Available', message: 'Its pods are ready.' };
  const crash = crashOf(one.version.workload);
  if (crash !== undefined) return { type, status: 'False', reason: 'CrashLoop', message: `${crash}.` };
  const { health } = one;
  const why = health.unknown ?? podCause(one.version.workload) ?? health.value.degraded;
  return why === undefined
    ? { type, status: 'False', reason: 'Progressing', message: 'No pod of it is ready yet.' }
    : { type, status: 'False', reason: 'NotAvailable', message: `No pod of it is ready: ${why}.` };
}

function released(
  facts: HandlerFacts,
  one: VersionDecision['facts'],
  stage: Stage,
  wasReleased: boolean,
  waiting: readonly string[],
): StatedCondition {
  const type = 'Released';
  const no = (reason: string, message: string): StatedCondition => ({ type, status: 'False', reason, message });
  const yes = (message: string): StatedCondition => ({ type, status: 'True', reason: 'Released', message });
  if (one.weight > 0) return yes('It receives traffic.');
  // What it had was given back: it is not to be taken for a version that served.
  if (one.isBad) {
    const tried = wasReleased ? 'after it had received traffic' : 'before it received traffic';
    return no('MarkedBad', `Its rollout failed ${tried}. Say retry to try it again.`);
  }
  if (wasReleased) return yes('It has received traffic.');
  if (waiting.includes(one.id)) return no('AnotherRollout', 'It begins when the rollout of another version has ended.');
  if (one.isTarget && facts.next.goal.noWeightLeft)
    return no('NoWeightLeft', 'The weights that other versions declare leave nothing for it: lower one of them.');
  if (stage === 'HeaderOnly')
    return no('HeaderOnly', 'It may break callers, so only those reach it who ask for it by header or by its Service.');
  return no('Staged', 'It has had no traffic yet.');
}

const deleting = (wait: string | undefined): StatedCondition => ({
  type: 'Deleting',
  status: 'True',
  reason: wait === undefined ? 'CleaningUp' : 'Waiting',
  message: wait === undefined ? 'Its objects are being removed.' : `It waits for ${wait}.`,
});
