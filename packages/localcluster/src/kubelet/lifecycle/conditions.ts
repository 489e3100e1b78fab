import { timestamp } from '@slipway/apimachinery/clock';
import { isInitialised, type Phase } from './phase.ts';
import type { PodCondition, PodObject } from './pod.ts';
import type { PodRecord } from './record.ts';

interface Finding {
  readonly type: string;
  readonly status: 'True' | 'False';
  readonly reason?: string;
  readonly message?: string;
}

/** The conditions that a kubelet owns; others (readiness gates, DisruptionTarget) are left to their owners. */
export function podConditions(
  pod: PodObject,
  record: PodRecord,
  phase: Phase,
  before: readonly PodCondition[],
  now: number,
): PodCondition[] {
  return findings(pod, record, phase, before).map((finding) => {
    const old = before.find(({ type }) => type === finding.type);
    const isSame = old?.status === finding.status && old.lastTransitionTime !== undefined;
    const lastTransitionTime = isSame ? (old.lastTransitionTime as string) : timestamp(now);
    const { generation } = pod.metadata;
    return { ...finding, ...(generation !== undefined && { observedGeneration: generation }), lastTransitionTime };
  });
}

function findings(
  pod: PodObject,
  record: PodRecord,
  phase: Phase,
  before: readonly PodCondition[],
): readonly Finding[] {
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  const sandbox: Finding = { type: 'PodReadyToStartContainers', status: isOver ? 'False' : 'True' };
  const scheduled: Finding = { type: 'PodScheduled', status: 'True' };
  const initialised = initialisedFinding(record, phase);
  if (isOver) {
    const reason = phase === 'Succeeded' ? 'PodCompleted' : 'PodFailed';
    const not = (type: string): Finding => ({ type, status: 'False', reason });
    return [sandbox, initialised, not('Ready'), not('ContainersReady'), scheduled];
  }
  const unready = record.containers
    .filter(({ role, isReady }) => role !== 'init' && role !== 'ephemeral' && !isReady)
    .map(({ name }) => name);
  const message = `containers with unready status: [${unready.join(' ')}]`;
  const containers: Finding =
    unready.length === 0
      ? { type: 'ContainersReady', status: 'True' }
      : { type: 'ContainersReady', status: 'False', reason: 'ContainersNotReady', message };
  return [sandbox, initialised, readyFinding(pod, containers, before), containers, scheduled];
}

function initialisedFinding(record: PodRecord, phase: Phase): Finding {
  if (phase === 'Succeeded') return { type: 'Initialized', status: 'True', reason: 'PodCompleted' };
  if (isInitialised(record)) return { type: 'Initialized', status: 'True' };
  const waiting = record.containers.filter(
    ({ role, state, isStarted }) =>
      (role === 'init' || role === 'sidecar') &&
      !(role === 'sidecar' ? isStarted : state.is === 'terminated' && state.exitCode === 0),
  );
  const message = `containers with incomplete status: [${waiting.map(({ name }) => name).join(' ')}]`;
  return { type: 'Initialized', status: 'False', reason: 'ContainersNotInitialized', message };
}

/** Ready is the containers' readiness and that of every gate which someone else opens. */
function readyFinding(pod: PodObject, containers: Finding, before: readonly PodCondition[]): Finding {
  if (containers.status === 'False') return { ...containers, type: 'Ready' };
  const closed = (pod.spec?.readinessGates ?? []).flatMap(({ conditionType }) => {
    const gate = before.find(({ type }) => type === conditionType);
    if (gate?.status === 'True') return [];
    return [
      gate
        ? `the status of pod readiness gate "${conditionType}" is not "True", but ${gate.status}`
        : `corresponding condition of pod readiness gate "${conditionType}" does not exist.`,
    ];
  });
  if (closed.length === 0) return { type: 'Ready', status: 'True' };
  const message = closed.length === 1 ? (closed[0] ?? '') : `[${closed.join(', ')}]`;
  return { type: 'Ready', status: 'False', reason: 'ReadinessGatesNotReady', message };
}
