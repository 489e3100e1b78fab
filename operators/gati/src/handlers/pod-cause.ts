import type { ContainerStatus, PodStatus, Seen } from '../cluster/index.ts';
import { isPodReady, type Workload } from './workload.ts';

/** A container that waits for one of these is on its way. */
const ON_ITS_WAY: ReadonlySet<string> = new Set(['ContainerCreating', 'PodInitializing']);

/** An end that is known by its code alone. */
const SAYS_NOTHING: ReadonlySet<string | undefined> = new Set([undefined, 'Error', 'Completed']);

/** What people can act on comes first: an image, a crash, a node, then a pod that runs and is not ready. */
const KINDS = ['image', 'crash', 'node', 'other', 'unready'] as const;

interface Cause {
  readonly kind: (typeof KINDS)[number];
  readonly words: string;
}

/** Why no pod of a version is ready, as its pods and its Deployment show it; undefined while nothing is known. */
export function podCause({ deployment, pods }: Workload): string | undefined {
  const causes = pods.filter((pod) => !isPodReady(pod)).flatMap(causesOf);
  const [first] = causes.toSorted((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
  return first?.words ?? refusal(deployment);
}

function causesOf({ metadata, status }: Seen): Cause[] {
  const { conditions = [], containerStatuses = [], initContainerStatuses = [], ...pod } = (status ?? {}) as PodStatus;
  const at = `pod ${metadata.name}`;
  const unscheduled = conditions.find(({ type, status: is }) => type === 'PodScheduled' && is === 'False');
  if (unscheduled)
    return [{ kind: 'node', words: `${at} has no node: ${clause(unscheduled.message ?? unscheduled.reason)}` }];
  const causes = [...initContainerStatuses, ...containerStatuses].flatMap((one) => containerCause(at, one));
  if (causes.length > 0) return causes;
  if (pod.phase === 'Failed') return [{ kind: 'other', words: `${at} failed: ${clause(pod.message ?? pod.reason)}` }];
  const isRunning = containerStatuses.some(({ state, ready }) => state?.running !== undefined && ready !== true);
  return isRunning ? [{ kind: 'unready', words: `${at} runs, and its readiness probe does not pass` }] : [];
}

function containerCause(at: string, { name, state, lastState, restartCount = 0 }: ContainerStatus): Cause[] {
  const container = `container ${name} of ${at}`;
  const { reason = '', message } = state?.waiting ?? {};
  const ended = state?.terminated ?? lastState?.terminated;
  const isCrashing = reason === 'CrashLoopBackOff' || (ended?.exitCode ?? 0) !== 0;
  if (isCrashing && (reason === '' || reason === 'CrashLoopBackOff')) {
    const times = restartCount > 0 ? ` ${restartCount} times` : '';
    const code = ended?.exitCode === undefined ? '' : ` with code ${ended.exitCode}`;
    const why = SAYS_NOTHING.has(ended?.reason) ? '' : ` (${ended?.reason})`;
    return [{ kind: 'crash', words: `${container} crashed${times}${code}${why}` }];
  }
  if (reason === '' || ON_ITS_WAY.has(reason)) return [];
  const kind = /image/i.test(reason) ? 'image' : 'other';
  return [{ kind, words: `${container}: ${reason}${message === undefined ? '' : `: ${clause(message)}`}` }];
}

/** Of pods that are not even made. */
function refusal(deployment: Seen | null): string | undefined {
  const { conditions = [] } = (deployment?.status ?? {}) as PodStatus;
  const refused = conditions.find(({ type, status }) => type === 'ReplicaFailure' && status === 'True');
  return refused && `its pods are refused: ${clause(refused.message ?? refused.reason)}`;
}

const LONGEST = 300;

/** As part of a sentence: without an end of its own. */
const clause = (text = 'no reason is given'): string => text.slice(0, LONGEST).replace(/[.\s]+$/, '');
