import { isDeepStrictEqual } from 'node:util';
import { isOfSystem } from '../src/gates/index.ts';
import { canGoBack, TERMINAL } from '../src/machine/index.ts';
import type { Decision, Desired, GateRun, MemberState, Plan } from '../src/model/index.ts';
import { membersByStage, ownMembers } from '../src/plan/index.ts';
import type { Seen } from './history.ts';

const OLDEST_MS = 120_000;
const FAILED: ReadonlySet<string> = new Set(['Failed', 'RollingBack', 'RolledBack']);
const UNASKED: ReadonlySet<string> = new Set(['Paused', 'RollingBack']);
const DECIDED: ReadonlySet<string> = new Set(['Pass', 'Fail']);

type Must = (name: string, holds: boolean) => void;

/** I17 to I23 over a whole history. */
export class FleetWatch {
  readonly #plan: Plan;
  readonly #isQuiet: boolean;
  #desired: Desired | undefined;
  #attempt = 0;
  /** Members whose return was begun in this attempt. */
  #begun = new Set<string>();

  constructor(plan: Plan, isQuiet: boolean) {
    this.#plan = plan;
    this.#isQuiet = isQuiet;
  }

  /** The decision was written down: the next step goes on from it. */
  store({ state, desired }: Decision): void {
    this.#desired = desired;
    if (state.attempt !== this.#attempt) this.#begun = new Set();
    this.#attempt = state.attempt;
    for (const [id, { phase }] of Object.entries(state.members)) if (phase === 'RollingBack') this.#begun.add(id);
  }

  broken(seen: Seen): string[] {
    const faults: string[] = [];
    const must: Must = (name, holds) => void (holds || faults.push(name));
    if (this.#plan.actuator !== 'traffic') {
      this.#reachable(seen, must);
      this.#returns(seen, must);
      this.#removals(seen, must);
      this.#health(seen, must);
      if (this.#isQuiet) this.#quiet(seen, must);
    }
    this.#approvals(seen, must);
    return faults;
  }

  #reachable({ before, after: { state, events }, observation, now, hadCommands }: Seen, must: Must): void {
    const isSeen = (stage: number): boolean => {
      const own = ownMembers(this.#plan)[stage] ?? [];
      const reachable = own.filter((id) => {
        const seen = observation.members[id];
        return seen?.unknown === undefined && seen?.value.reachable === true && now - seen.at <= OLDEST_MS;
      }).length;
      const share = ((this.#plan.minReachable ?? 50) * own.length) / 100;
      return own.length === 0 || (reachable >= share && reachable > 0);
    };
    const isStarting = events.some(({ type }) => type === 'MemberStarted');
    must('I17 start', !isStarting || isSeen(state.stage));
    if (hadCommands || state.attempt !== before.attempt) return;
    for (let stage = before.stage; stage < state.stage; stage++) must('I17 end of a stage', isSeen(stage));
    const isOver = state.phase === 'Succeeded' && before.phase !== 'Succeeded';
    must('I17 success', !isOver || isSeen(state.stage));
  }

  #returns({ before, after: { state, desired, events }, observation }: Seen, must: Must): void {
    const plan = this.#plan;
    const members = Object.entries(state.members);
    must('I19 success', state.phase !== 'Succeeded' || !members.some(([, { phase }]) => FAILED.has(phase)));
    // The floor may keep one that serves where it is.
    const isBegun = (id: string): boolean =>
      this.#begun.has(id) || (plan.floor > 0 && observation.members[id]?.value?.ready !== false);
    const hasOnePolicy = plan.stages.every(({ onFailure }) => onFailure === undefined);
    const hasEnded = TERMINAL.has(state.phase) && state.phase !== before.phase;
    if (hasEnded && plan.onFailure !== 'freeze' && hasOnePolicy && canGoBack(plan))
      must(
        'I19 failed ones are back',
        members.every(([id, { phase, return: back }]) => phase !== 'Failed' || (back === 'failed' && isBegun(id))),
      );
    for (const [id, member] of members) {
      const isSame = isDeepStrictEqual(member, before.members[id]) && this.#desired !== undefined;
      must('I19 desired of others', !isSame || desired.members[id] === this.#desired?.members[id]);
    }
    const isOfPlan = events.some(({ type }) => type === 'RollbackStarted') || before.phase === 'RollingBack';
    const isAlone = !isOfPlan && !before.ending && !state.ending;
    const hasReturned = events.some(({ type }) => type === 'MemberRolledBack');
    const isMarked = state.versions[plan.to]?.bad !== before.versions[plan.to]?.bad;
    must('I19 no mark', !(isAlone && hasReturned && isMarked));
    must('I11 alone', !isAlone || !members.some(([, { phase }]) => phase === 'RollingBack') || canGoBack(plan));
    if (state.phase !== 'RollbackFailed' || before.phase === 'RollbackFailed') return;
    const isDealtWith = ([id, { phase, previous }]: [string, MemberState]): boolean =>
      previous === undefined || phase === 'RolledBack' || isBegun(id);
    must('I20 begun', members.every(isDealtWith));
  }

  #removals({ before, after: { state, desired }, observation }: Seen, must: Must): void {
    for (const id of desired.remove)
      must(
        'I21 remove',
        this.#plan.actuator === 'clusters' && state.members[id]?.previous === null && desired.members[id] === null,
      );
    for (const [id, { phase, previous }] of Object.entries(state.members)) {
      if (previous !== null || phase === before.members[id]?.phase) continue;
      const { value } = observation.members[id] ?? {};
      must('I21 known', phase !== 'RolledBack' || (value?.version === null && value.reachable));
    }
    const isRolledBack = state.phase === 'RolledBack';
    const isLeft = ({ previous, phase }: MemberState): boolean => previous !== undefined && phase !== 'RolledBack';
    must('I21 all removed', !isRolledBack || !Object.values(state.members).some(isLeft));
  }

  #health({ before, after: { state, events }, observation, now }: Seen, must: Must): void {
    const { stages, to } = this.#plan;
    for (const { type, about } of events) {
      const index = stages.findIndex(({ name }) => about === `${name}/health`);
      const gate = stages[index]?.gates.find(({ kind }) => kind === 'health');
      if (type !== 'GatePassed' || !gate) continue;
      const ids = membersByStage(this.#plan)[index] ?? [];
      const wasDone = (id: string): boolean =>
        state.members[id]?.phase === 'Done' || before.members[id]?.phase === 'Done';
      const done = ids.filter(wasDone);
      const failed = ids.filter((id) => !wasDone(id) && FAILED.has(state.members[id]?.phase ?? ''));
      const isKnown = (id: string): boolean => {
        const seen = observation.members[id];
        return seen?.unknown === undefined && seen?.value.reachable === true && now - seen.at <= OLDEST_MS;
      };
      must('I22 unknown', done.every(isKnown));
      const good = done.filter((id) => {
        const { value } = observation.members[id] ?? {};
        return value?.ready === true && value.version === to && value.degraded === undefined;
      }).length;
      const attempted = done.length + failed.length;
      const share = gate.spec?.minShare;
      must('I22 share', share === undefined ? good === done.length : attempted === 0 || good / attempted >= share);
    }
  }

  /** Nothing failed that was started: whatever else happens, nothing goes back and nothing is held. */
  #quiet({ after: { state, events } }: Seen, must: Must): void {
    const isLoud = events.some(({ type }) => ['MemberFailed', 'RollbackStarted', 'HoldSet'].includes(type));
    must('I18 failure', !isLoud && state.failures === 0 && state.hold === undefined);
  }

  #approvals({ before, after: { state }, observation, now }: Seen, must: Must): void {
    if (state.attempt !== before.attempt) return;
    for (const stage of this.#plan.stages) {
      for (const gate of stage.gates.filter(isOfSystem)) {
        const key = `${stage.name}/${gate.name}`;
        const [old, run]: [GateRun | undefined, GateRun | undefined] = [before.gates[key], state.gates[key]];
        if (old && DECIDED.has(old.outcome)) must('I23 decided once', run?.outcome === old.outcome);
        else if (run) {
          const { value = [] } = observation.gates[key] ?? {};
          const isCounted = (at: number): boolean => at > (old?.lastAt ?? run.startedAt - 1) && at <= now;
          const first = value.find(({ at, outcome }) => isCounted(at) && DECIDED.has(outcome));
          const isAsked = !TERMINAL.has(state.phase) && !state.ending && !UNASKED.has(state.phase);
          const isOpen = run.outcome === 'Running' && !isAsked;
          must('I23 by its report', isOpen || run.outcome === (first?.outcome ?? 'Running'));
        }
      }
    }
  }
}
