import { fieldAt, type KubeObject, textAt } from '../../objects/index.ts';
import { conditionStatus, humanDuration, listAt, numberAt } from '../../tables/index.ts';

/** What `kubectl get pods` says of a pod: the word that tells best why it is where it is. */
interface PodSummary {
  readonly ready: string;
  readonly status: string;
  readonly restarts: string;
}

interface Tally {
  reason: string;
  ready: number;
  restarts: number;
  lastRestart: number;
}

export function podSummary(pod: KubeObject, now: number): PodSummary {
  const sidecars = new Set(
    listAt(pod, 'spec.initContainers')
      .filter((container) => textAt(container, 'restartPolicy') === 'Always')
      .map((container) => textAt(container, 'name')),
  );
  const total = listAt(pod, 'spec.containers').length + sidecars.size;
  const tally: Tally = { reason: firstReason(pod), ready: 0, restarts: 0, lastRestart: 0 };
  const initializing = tallyInit(pod, sidecars, tally);
  if (!initializing || conditionStatus(pod, 'Initialized') === 'True') tallyContainers(pod, sidecars, tally);
  const { restarts, lastRestart } = tally;
  const ago = restarts > 0 && lastRestart > 0 ? ` (${humanDuration(now - lastRestart)} ago)` : '';
  return { ready: `${tally.ready}/${total}`, status: finalReason(pod, tally.reason), restarts: `${restarts}${ago}` };
}

function firstReason(pod: KubeObject): string {
  const gated = listAt(pod, 'status.conditions').some(
    (condition) => textAt(condition, 'type') === 'PodScheduled' && textAt(condition, 'reason') === 'SchedulingGated',
  );
  return gated ? 'SchedulingGated' : textAt(pod, 'status', 'reason') || textAt(pod, 'status', 'phase');
}

function finalReason(pod: KubeObject, reason: string): string {
  if (pod.metadata.deletionTimestamp === undefined) return reason;
  if (textAt(pod, 'status', 'reason') === 'NodeLost') return 'Unknown';
  const phase = textAt(pod, 'status', 'phase');
  return phase === 'Failed' || phase === 'Succeeded' ? reason : 'Terminating';
}

/** Looks at init containers in order up to the first that is not done; true when there is one. */
function tallyInit(pod: KubeObject, sidecars: ReadonlySet<string>, tally: Tally): boolean {
  const all = listAt(pod, 'spec.initContainers').length;
  for (const [index, status] of listAt(pod, 'status.initContainerStatuses').entries()) {
    addRestarts(tally, status);
    const terminated = fieldAt(status, ['state', 'terminated']);
    if (terminated !== undefined && numberAt(terminated, 'exitCode') === 0) continue;
    if (sidecars.has(textAt(status, 'name')) && fieldAt(status, ['started']) === true) {
      if (fieldAt(status, ['ready']) === true) tally.ready++;
      continue;
    }
    const waiting = textAt(status, 'state', 'waiting', 'reason');
    if (terminated !== undefined) tally.reason = `Init:${endReason(terminated)}`;
    else if (waiting !== '' && waiting !== 'PodInitializing') tally.reason = `Init:${waiting}`;
    else tally.reason = `Init:${index}/${all}`;
    return true;
  }
  return false;
}

function tallyContainers(pod: KubeObject, sidecars: ReadonlySet<string>, tally: Tally): void {
  tally.restarts = 0;
  tally.lastRestart = 0;
  for (const status of listAt(pod, 'status.initContainerStatuses')) {
    if (sidecars.has(textAt(status, 'name'))) addRestarts(tally, status);
  }
  let running = false;
  let failure = '';
  // From the last to the first: the first container has the last word.
  for (const status of listAt(pod, 'status.containerStatuses').toReversed()) {
    addRestarts(tally, status);
    const waiting = textAt(status, 'state', 'waiting', 'reason');
    const terminated = fieldAt(status, ['state', 'terminated']);
    if (waiting !== '') tally.reason = waiting;
    else if (terminated !== undefined) {
      tally.reason = endReason(terminated);
      if (numberAt(terminated, 'exitCode') !== 0) failure = tally.reason;
    } else if (fieldAt(status, ['ready']) === true && fieldAt(status, ['state', 'running']) !== undefined) {
      running = true;
      tally.ready++;
    }
  }
  if (tally.reason !== 'Completed') return;
  if (running && conditionStatus(pod, 'Ready') === 'True') tally.reason = 'Running';
  else if (failure !== '') tally.reason = failure;
  else if (running) tally.reason = 'NotReady';
}

function endReason(terminated: unknown): string {
  const signal = numberAt(terminated, 'signal');
  return (
    textAt(terminated, 'reason') || (signal === 0 ? `ExitCode:${numberAt(terminated, 'exitCode')}` : `Signal:${signal}`)
  );
}

function addRestarts(tally: Tally, status: unknown): void {
  tally.restarts += numberAt(status, 'restartCount');
  const finished = Date.parse(textAt(status, 'lastState', 'terminated', 'finishedAt'));
  if (finished > tally.lastRestart) tally.lastRestart = finished;
}
