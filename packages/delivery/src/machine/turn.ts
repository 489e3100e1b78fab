import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import type {
  Actor,
  DeliveryEvent,
  DeliveryEventType,
  GateRun,
  MemberHealth,
  MemberId,
  MemberState,
  Observation,
  Phase,
  Plan,
  Stage,
  State,
  VersionHealth,
  VersionId,
  VersionState,
} from '../model/index.ts';

/** What was seen longer ago than this is unknown. */
const OLDEST_OBSERVATION_MS: Duration = 120_000;

/** A step that comes later than this after its time means that the engine was down. */
export const LATE_AFTER_MS: Duration = 30_000;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The state while a step works on it. The records in it are replaced, never written to. */
export type Draft = Omit<Mutable<State>, 'members' | 'versions' | 'gates'> & {
  members: Record<MemberId, MemberState>;
  versions: Record<VersionId, VersionState>;
  gates: Record<string, GateRun>;
};

export const TERMINAL: ReadonlySet<Phase> = new Set([
  'Succeeded',
  'RolledBack',
  'Aborted',
  'Superseded',
  'Frozen',
  'RollbackFailed',
]);

/** One step: the plan, a draft of the state, what was seen, what time it is, and what has been reported so far. */
export class Turn {
  readonly plan: Plan;
  readonly state: Draft;
  readonly observation: Observation;
  readonly now: Instant;
  readonly #reported: Omit<DeliveryEvent, 'id'>[] = [];

  constructor(plan: Plan, state: State, observation: Observation, now: Instant) {
    this.plan = plan;
    this.state = {
      ...state,
      members: { ...state.members },
      versions: { ...state.versions },
      gates: { ...state.gates },
    };
    this.observation = observation;
    this.now = now;
  }

  get stage(): Stage {
    return this.plan.stages[this.state.stage] as Stage;
  }

  get isTerminal(): boolean {
    return TERMINAL.has(this.state.phase);
  }

  /** Nothing new starts; a plan that ends in a pause is no longer in one. */
  get isPaused(): boolean {
    return this.state.phase === 'Paused' && this.state.ending === undefined;
  }

  tell(type: DeliveryEventType, about: string, message: string, actor?: Actor): void {
    this.#reported.push({ type, at: this.now, about, message, ...(actor !== undefined && { actor }) });
  }

  /** The events, numbered by the state that they led to: a repeat of the step gives the same numbers. */
  events(seq: number): DeliveryEvent[] {
    const { id } = this.plan;
    return this.#reported.map((event, n) => ({ id: `${id}/${this.state.attempt}/${seq}/${n}`, ...event }));
  }

  enter(phase: Phase, reason?: string): void {
    const { state } = this;
    if (state.phase !== phase) state.since = this.now;
    state.phase = phase;
    if (reason === undefined) delete state.reason;
    else state.reason = reason;
  }

  /** What happens while the target is held must be good for the whole of the soak: that begins anew, the stage does not. */
  disturb(): void {
    const { state, stage } = this;
    if (state.reachedAt === undefined || state.phase !== 'Verifying') return;
    state.reachedAt = this.now;
    const soaks = stage.gates.filter(({ kind }) => kind === 'soak').map(({ name }) => `${stage.name}/${name}`);
    state.waits = state.waits.filter(({ about }) => !soaks.includes(about));
  }

  setMember(id: MemberId, change: Partial<MemberState>): void {
    const old = this.state.members[id] as MemberState;
    const isSamePhase = change.phase === undefined || change.phase === old.phase;
    this.state.members[id] = { ...old, ...(isSamePhase ? {} : { since: this.now }), ...change };
  }

  /** A member as it is now; unknown when it is offline, or what was seen is older than the last thing done to it. */
  member(id: MemberId): Known<MemberHealth> {
    const seen = this.#fresh(this.observation.members[id], this.state.members[id]?.effectAt, id);
    return seen.unknown === undefined && !seen.value.reachable ? { unknown: `${id} is offline` } : seen;
  }

  /** Whether a member can be reached, by the last look alone: what was done to it since does not take it away. */
  presence(id: MemberId): 'reachable' | 'offline' | 'unseen' {
    const seen = this.observation.members[id];
    if (seen?.unknown !== undefined || !seen || this.now - seen.at > OLDEST_OBSERVATION_MS) return 'unseen';
    return seen.value.reachable ? 'reachable' : 'offline';
  }

  /** A version as it is now. Its weight is as old as the route; see `isRouted`. */
  version(id: VersionId): Known<VersionHealth> {
    return this.#fresh(this.observation.versions[id], undefined, id);
  }

  /** Whether the accepted route gives the version the weight that was asked for. */
  isRouted(id: VersionId): boolean {
    const seen = this.#fresh(this.observation.versions[id], this.state.weightsAt, id);
    return seen.unknown === undefined && seen.value.weight === (this.state.weights[id] ?? 0);
  }

  #fresh<T extends { readonly isCurrent: boolean }>(
    seen: Known<T> | undefined,
    effectAt: Instant | undefined,
    id: string,
  ): Known<T> {
    if (seen === undefined) return { unknown: `nothing was seen of ${id}` };
    if (seen.unknown !== undefined) return seen;
    if (effectAt !== undefined && seen.at <= effectAt) return { unknown: `${id} was last seen before the last change` };
    if (this.now - seen.at > OLDEST_OBSERVATION_MS) return { unknown: `${id} was last seen too long ago` };
    if (!seen.value.isCurrent) return { unknown: `${id} has not taken its last change yet` };
    return seen;
  }
}
