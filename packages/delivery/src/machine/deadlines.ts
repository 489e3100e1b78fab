import type { Duration } from '@gati-framework/contracts/deployment';
import { judgeRun } from '../gates/index.ts';
import type { Wait } from '../model/index.ts';
import { end, fail } from './failure.ts';
import { activeGates, gateKey, openQuestion, tellOutcome } from './gate-runs.ts';
import { isKnownBad, seenHealth } from './health.ts';
import { failMember } from './members.ts';
import { failReturn, giveUpReturns } from './returns.ts';
import { giveUpRollback } from './rollback.ts';
import { pause, unwatchedUntil } from './stages.ts';
import { LATE_AFTER_MS, type Turn } from './turn.ts';

const LONGEST_EXTENSION_MS: Duration = 3_600_000;

/**
 * Time in which nobody looked is no lack of progress: by as much each open wait is extended, and by what the looks take
 * that come first. An hour in all, so that an engine that comes and goes still brings every plan to its end.
 */
export function forgiveLateness(turn: Turn): void {
  const { state, now } = turn;
  const isLate = state.wakeAt !== null && now - state.wakeAt > LATE_AFTER_MS;
  const late = isLate ? now - (state.wakeAt ?? now) + LATE_AFTER_MS : 0;
  const watchedAt = turn.isTerminal ? 0 : unwatchedUntil(turn);
  state.waits = state.waits.map((wait) => {
    const { extendedBy = 0, deadline, kind } = wait;
    // A stage that has to be looked at anew cannot be over before that.
    const isOfStage = kind === 'stage' || kind === 'progress';
    const looks = isOfStage && watchedAt > 0 ? watchedAt + LATE_AFTER_MS - (deadline - extendedBy) : 0;
    const by = Math.min(LONGEST_EXTENSION_MS, Math.max(extendedBy + late, looks));
    return by > extendedBy ? { ...wait, deadline: deadline + by - extendedBy, extendedBy: by } : wait;
  });
}

/** Carries out what follows from deadlines that have passed. */
export function expire(turn: Turn): void {
  const { state, now } = turn;
  const isDue = (wait: Wait): boolean => wait.deadline <= now && (!turn.isPaused || counts(wait));
  const due = state.waits.filter(isDue);
  if (due.length === 0) return;
  state.waits = state.waits.filter((wait) => !due.includes(wait));
  for (const wait of due.toSorted((a, b) => a.deadline - b.deadline)) {
    if (turn.isTerminal && wait.onDeadline !== 'keep') return;
    turn.tell('DeadlineExceeded', wait.about, `${wait.kind}: ${wait.blocker}`);
    follow(turn, wait);
  }
}

/** In a pause only the pause itself and what was in motion go on. */
function counts({ kind, suspends }: Wait): boolean {
  if (kind === 'offline') return suspends === undefined;
  return kind === 'pause' || kind === 'member' || kind === 'rollback' || kind === 'drain';
}

function follow(turn: Turn, wait: Wait): void {
  const { state } = turn;
  const reason = `${wait.kind} ${wait.about}: ${wait.blocker}`;
  switch (wait.onDeadline) {
    case 'abort':
      end(turn, 'Aborted', reason);
      return;
    case 'freeze':
      delete state.pausedFrom;
      state.ending = { to: 'Frozen', reason };
      return;
    case 'fail':
      // Once the target is reached it is asked how things are now, whatever they were when the wait was written down.
      if (wait.about === turn.stage.name && (state.phase === 'Verifying' || isExcused(turn))) closeStage(turn, wait);
      else fail(turn, reason);
      return;
    case 'fail-member':
      if (state.members[wait.about]?.phase === 'Updating' || state.members[wait.about]?.phase === 'Verifying')
        failMember(turn, wait.about, wait.blocker);
      return;
    case 'inconclusive':
      closeGate(turn, wait);
      return;
    case 'rollback-failed':
      giveUpReturn(turn, wait);
      return;
    case 'keep':
      keep(turn, wait);
  }
}

const isExcused = (turn: Turn): boolean => seenHealth(turn).value?.isExcused === true;

/** The time of one member on its way back is over, or that of all that could not begin. */
function giveUpReturn(turn: Turn, { about, blocker }: Wait): void {
  if (turn.state.members[about]?.phase === 'RollingBack') failReturn(turn, about, blocker);
  else if (turn.state.phase === 'RollingBack') giveUpRollback(turn, blocker);
  else giveUpReturns(turn, blocker);
}

/** What a gate says when its time is over: known bad health fails, everything else goes to a person. */
function closeGate(turn: Turn, wait: Wait): void {
  const { state, stage, plan } = turn;
  const gate = stage.gates.find((one) => gateKey(stage, one) === wait.about);
  const run = state.gates[wait.about];
  if (!gate || !run) {
    closeStage(turn, wait);
    return;
  }
  const judged = judgeRun(run, gate, plan.author, true);
  const outcome = isKnownBad(turn, gate) ? 'Fail' : judged === 'Pass' || judged === 'Fail' ? judged : 'Inconclusive';
  state.gates[wait.about] = { ...run, outcome };
  tellOutcome(turn, gate, wait.about, state.gates[wait.about] ?? run);
}

/** A stage that reached its target and did not end: bad health fails; all else is for a person, with what is open. */
function closeStage(turn: Turn, { kind, about, blocker }: Wait): void {
  const { state, stage } = turn;
  if (isKnownBad(turn)) {
    fail(turn, `${about}: not healthy in time`);
    return;
  }
  // It was waited for health, and that is there, or not to be had by any version; then the stage's own time goes on.
  if (kind === 'progress' && seenHealth(turn).unknown === undefined) return;
  if (state.ending || state.phase === 'Paused') return;
  const open = activeGates(turn).find((gate) => {
    const { outcome = 'Running' } = state.gates[gateKey(stage, gate)] ?? {};
    return !gate.dryRun && outcome !== 'Pass' && outcome !== 'Skipped';
  });
  if (open) pause(turn, `gate ${open.name}`, openQuestion(open, state.gates[gateKey(stage, open)]));
  else pause(turn, `stage ${about}`, `stage ${about}: ${blocker}`);
}

function keep(turn: Turn, { kind, about }: Wait): void {
  const version = turn.state.versions[about];
  if (kind === 'drain' && version?.drain)
    turn.state.versions[about] = { ...version, drain: { ...version.drain, overdue: true } };
}
