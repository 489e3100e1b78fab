import type { Duration } from '@gati-framework/contracts/deployment';
import { judgeRun } from '../gates/index.ts';
import type { Wait } from '../model/index.ts';
import { end, fail } from './failure.ts';
import { gateKey, tellOutcome } from './gate-runs.ts';
import { seenHealth } from './health.ts';
import { failMember } from './members.ts';
import { dueReturns, failReturn } from './returns.ts';
import { giveUpRollback } from './rollback.ts';
import { pause } from './stages.ts';
import type { Turn } from './turn.ts';

/** A step that comes later than this after its time means that the engine was down. */
const LATE_AFTER_MS: Duration = 30_000;
const LONGEST_EXTENSION_MS: Duration = 3_600_000;

/** Nobody's deadline passes because the engine was away: each open wait is extended, once. */
export function forgiveLateness({ state, now }: Turn): void {
  if (state.wakeAt === null || now - state.wakeAt <= LATE_AFTER_MS) return;
  const late = Math.min(now - state.wakeAt, LONGEST_EXTENSION_MS);
  state.waits = state.waits.map((wait) =>
    wait.extendedBy === undefined ? { ...wait, deadline: wait.deadline + late, extendedBy: late } : wait,
  );
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
      fail(turn, reason);
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

/** The time of one member on its way back is over, or that of all that could not begin. */
function giveUpReturn(turn: Turn, { about, blocker }: Wait): void {
  if (turn.state.members[about]?.phase === 'RollingBack') failReturn(turn, about, blocker);
  else if (turn.state.phase === 'RollingBack') giveUpRollback(turn, blocker);
  else for (const id of dueReturns(turn)) failReturn(turn, id, blocker);
}

/** What a gate says when its time is over: known bad health fails, everything else goes to a person. */
function closeGate(turn: Turn, wait: Wait): void {
  const { state, stage, plan } = turn;
  const gate = stage.gates.find((one) => gateKey(stage, one) === wait.about);
  const run = state.gates[wait.about];
  if (!gate || !run) {
    const health = stage.gates.find(({ kind }) => kind === 'health');
    const seen = health && seenHealth(turn, health);
    if (seen?.value?.isGood === false) fail(turn, `${wait.about}: not healthy in time`);
    else if (!state.ending && state.phase !== 'Paused') pause(turn, wait.about, `${wait.about}: ${wait.blocker}`);
    return;
  }
  const judged = judgeRun(run, gate, plan.author, true);
  const isKnownBad = gate.kind === 'health' && seenHealth(turn, gate).value?.isGood === false;
  const outcome = isKnownBad ? 'Fail' : judged === 'Pass' || judged === 'Fail' ? judged : 'Inconclusive';
  state.gates[wait.about] = { ...run, outcome };
  tellOutcome(turn, gate, wait.about, state.gates[wait.about] ?? run);
}

function keep(turn: Turn, { kind, about }: Wait): void {
  const version = turn.state.versions[about];
  if (kind === 'drain' && version?.drain)
    turn.state.versions[about] = { ...version, drain: { ...version.drain, overdue: true } };
}
