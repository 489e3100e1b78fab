import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import { type Command, type Plan, type State, TERMINAL } from '@slipway/delivery';
import { failedLooks } from '@slipway/delivery/machine';
import type { StoredRollout } from '@slipway/delivery/persistence';
import { MANAGER } from '../words/index.ts';
import type { RolloutInput, RolloutVersion } from './drive.ts';

/** A version without a ready pod for so long is down: one pod that is moved to another node is back by then. */
const DOWN_MS: Duration = 60_000;
/** Whose word it is when the spec says it. */
const SPEC = 'spec';
/** Begins the keys of what nobody commanded: the next rollout may get the same. */
const IMPLIED = 'implied/';

/** Of the commands that a rollout has obeyed, those of people: they act once in the life of a handler. */
export function givenByPeople({ commands }: State): string[] {
  return commands.filter((key) => !key.startsWith(IMPLIED));
}

/** What the spec and the state of the world say to an open rollout, as commands that act once each. */
export function impliedCommands(input: RolloutInput, stored: StoredRollout): Command[] {
  return [...byTarget(input, stored), ...byPause(input, stored), ...byHealth(input, stored)];
}

function byTarget(input: RolloutInput, { plan, state }: StoredRollout): Command[] {
  const { target, spec, versions } = input;
  const isStuck = state.phase === 'Frozen' || state.phase === 'RollbackFailed';
  // What a rollout was given on its way may be what got it stuck: there it is given once more.
  const when = isStuck ? `${state.attempt}/${state.phase}` : `${state.attempt}`;
  const say = (type: 'abort' | 'rollback' | 'replace' | 'resume', reason: string): Command[] => [
    { type, actor: SPEC, reason, key: `${IMPLIED}${type}/${target ?? ''}/${when}` },
  ];
  if (TERMINAL.has(state.phase) && !isStuck) return [];
  const subject = versions.find(({ id }) => id === plan.to);
  const isGone = subject === undefined || !subject.isRoutable;
  if (target === undefined || (!isGone && (target === plan.to || isDeclared(input, plan, target)))) return [];
  if (plan.from === null) {
    const isServing = !isGone && (state.weights[plan.to] ?? 0) > 0;
    if (isStuck) return [];
    if (!isServing) return say('replace', `${target} is wanted instead`);
    // A first version that serves already is the one to go back to: what comes next waits until it is known to be
    // well, which nobody would find out in a pause.
    const isHeldUp = state.phase === 'Paused' && spec.rollout?.paused !== true;
    return isHeldUp ? say('resume', `${target} is wanted next`) : [];
  }
  if (isStuck) {
    if (!isGone && !isReplaced(spec, target, plan.from)) return [];
    // What could not go back before makes way as it is.
    const canGoBack = state.phase === 'Frozen' && !isStranded(input, plan);
    return say(canGoBack ? 'rollback' : 'replace', `${target} is wanted`);
  }
  if (isGone) return say('abort', `${plan.to} may not receive traffic any more`);
  if (target === plan.from) return say('abort', `${target} is wanted again`);
  return isReplaced(spec, target, plan.from) ? say('replace', `${target} is wanted instead`) : [];
}

/** There is no record left of any version that the traffic could go back to. */
function isStranded({ versions }: RolloutInput, { split }: Plan): boolean {
  return !versions.some(({ id }) => (split?.baseline[id] ?? 0) > 0);
}

/**
 * The declared weights ask for this version, and not for the target in its place: that one had traffic before, takes
 * none, or has no weight left. Whatever is given up here would be begun again at once.
 */
function isDeclared({ next }: RolloutInput, { to, split }: Plan, target: string): boolean {
  const { weights } = next.goal;
  const isTargetRaised = (weights[target] ?? 0) > 0 && (split?.baseline[target] ?? 0) === 0;
  return (weights[to] ?? 0) > 0 && !isTargetRaised;
}

/** A newer target waits only where that is asked for. */
function isReplaced({ rollout }: RolloutInput['spec'], target: string, from: string): boolean {
  return target === from || (rollout?.onNewVersion ?? 'replace') === 'replace';
}

function byPause({ spec, generation }: RolloutInput, { state }: StoredRollout): Command[] {
  const isPaused = spec.rollout?.paused === true;
  const isMoving = ['Pending', 'Progressing', 'Verifying'].includes(state.phase) && state.ending === undefined;
  const common = { actor: SPEC, reason: `rollout.paused is ${isPaused}` };
  if (isPaused && isMoving) return [{ ...common, type: 'pause', key: `${IMPLIED}pause/${generation}/${state.seq}` }];
  if (!isPaused && state.pausedFrom?.by === SPEC)
    return [{ ...common, type: 'resume', key: `${IMPLIED}resume/${generation}` }];
  return [];
}

/** What the health gate of the last stage says, which is asked to the end of the rollback window. */
function failedHealth({ stages }: Plan, { stage: index, gates: runs }: State): string | undefined {
  const { name: stage = '', gates = [] } = stages[index] ?? {};
  const failed = gates
    .filter(({ kind }) => kind === 'health')
    .map(({ name }) => runs[`${stage}/${name}`])
    .find((run) => run?.outcome === 'Fail');
  return failed && (failed.last.at(-1)?.message ?? 'not healthy');
}

/**
 * After the window little is held against a version any more. One that nothing is left of, while pods of the version
 * before it still stand by (the engine counts no other looks), is the exception: nothing is worse than no answer.
 */
function outage(state: State, { id, health }: RolloutVersion): string | undefined {
  return health.value?.ready === 0 ? failedLooks(state.versions[id]) : undefined;
}

/** When a version that has no ready pod now will have been down for long enough to matter. */
export function downAt({ versions, now }: RolloutInput): Instant | null {
  const instants = versions.flatMap(({ downSince }) => (downSince === undefined ? [] : [downSince + DOWN_MS]));
  const ahead = instants.filter((at) => at > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function byHealth({ spec, versions, now }: RolloutInput, { plan, state }: StoredRollout): Command[] {
  const say = (command: { type: 'promote'; full: true } | { type: 'rollback' }, reason: string): Command[] => [
    { ...command, actor: MANAGER, reason, key: `${IMPLIED}${command.type}/health/${state.attempt}` },
  ];
  // Where nobody asks for pods, it tells nothing that there are none.
  if (plan.from === null || spec.replicas === 0) return [];
  const isDownNow = ({ downSince }: RolloutVersion): boolean => downSince !== undefined && now - downSince >= DOWN_MS;
  const bearers = versions.filter(({ id }) => id !== plan.to && (plan.split?.baseline[id] ?? 0) > 0);
  const isDown = bearers.every(isDownNow);
  // A fix must reach a handler that nobody serves; its own health still decides.
  const canSkip = state.phase === 'Verifying' && state.isStarted && state.stage < plan.stages.length - 1;
  if (bearers.length > 0 && isDown && canSkip) return say({ type: 'promote', full: true }, 'no other version serves');
  if (state.phase !== 'Succeeded') return [];
  const subject = versions.find(({ id }) => id === plan.to);
  if (!subject || isDown) return [];
  const isUndoable = now < (state.succeededAt ?? 0) + plan.rollback.window;
  const failure = isUndoable ? failedHealth(plan, state) : outage(state, subject);
  return failure === undefined ? [] : say({ type: 'rollback' }, `${plan.to} failed after its rollout: ${failure}`);
}
