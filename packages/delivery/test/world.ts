import type { Instant, Known } from '@gati-framework/contracts/deployment';
import type {
  Desired,
  DrainSignal,
  Measurement,
  MemberHealth,
  Observation,
  Plan,
  VersionHealth,
} from '../src/model/index.ts';
import type { Random } from './random.ts';

export interface Faults {
  /** Chance that one thing is not known at a look. */
  readonly unknown: number;
  /** Chance that a look shows what was, not what is. */
  readonly stale: number;
  /** Chance that a measurement is not a Pass. */
  readonly badMetric: number;
  /** Chance that a member fails when it is updated. */
  readonly badMember: number;
  /** The new version never becomes ready. */
  readonly neverReady: boolean;
  /** Chance at each look that the new version loses its readiness for a while, with draws of their own. */
  readonly losing?: { readonly chance: number; readonly random: Random };
  /** What goes wrong with fleets. @default nothing */
  readonly fleet?: FleetFaults;
}

export interface FleetFaults {
  readonly random: Random;
  /** Chance that a cluster had nothing before. */
  readonly empty: number;
  /** Chance that nothing is known of a cluster, at first and after each change of that. */
  readonly silent: number;
  /** Chance that a member cannot be updated, beside that of every world. */
  readonly bad: number;
  /** Chance that a member cannot go back. */
  readonly badReturn: number;
  /** Chance that a member that was updated becomes bad. */
  readonly sick: number;
  /** Only members that were never started come and go. */
  readonly isQuiet: boolean;
}

interface Pods {
  wanted: number;
  ready: number;
  weight: number;
  /** When the last change of replicas is done. */
  busyUntil: Instant;
  max: number;
}

interface Place {
  version: string | null;
  wanted: string | null;
  /** What it had before the plan. */
  first: string | null;
  failsReturn: boolean;
  silent: boolean;
  sick: boolean;
  ready: boolean;
  busyUntil: Instant;
  fails: boolean;
  offline: boolean;
  inFlight: number;
  hasOldPod: boolean;
  slot: string | undefined;
}

/** What a plan is carried out on: replicas that take time, a route that lags, members that fail or go away. */
export class FleetModel {
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #faults: Faults;
  readonly pods = new Map<string, Pods>();
  readonly places = new Map<string, Place>();
  readonly #measured = new Map<string, Measurement[]>();
  #route: Readonly<Record<string, number>>;
  #pending: { readonly at: Instant; readonly weights: Readonly<Record<string, number>> } | undefined;
  #last: Observation | undefined;
  /** Something was done that will be seen at the next look. */
  #isTouched = false;

  constructor(plan: Plan, random: Random, faults: Faults) {
    this.#plan = plan;
    this.#random = random;
    this.#faults = faults;
    this.#route = plan.split?.baseline ?? {};
    for (const [version, weight] of Object.entries(this.#route)) {
      const wanted = 1 + random.below(6);
      this.pods.set(version, { wanted, ready: wanted, weight, busyUntil: 0, max: 10 });
    }
    for (const { id } of plan.members) {
      const { fleet } = faults;
      const first = fleet && plan.actuator === 'clusters' && fleet.random.chance(fleet.empty) ? null : plan.from;
      this.places.set(id, {
        version: first,
        wanted: first,
        first,
        failsReturn: fleet?.random.chance(fleet.badReturn) ?? false,
        silent: fleet?.random.chance(fleet.silent) ?? false,
        sick: false,
        ready: true,
        busyUntil: 0,
        fails: random.chance(faults.badMember) || (fleet?.random.chance(fleet.bad) ?? false),
        offline: random.chance(faults.badMember / 2),
        inFlight: random.below(3),
        hasOldPod: false,
        slot: undefined,
      });
    }
  }

  /** Writes the wanted state, as a system does. */
  apply(desired: Desired, now: Instant): void {
    for (const [version, { min }] of Object.entries(desired.scale)) {
      if (min === undefined) continue;
      const pods = this.pods.get(version) ?? { wanted: 0, ready: 0, weight: 0, busyUntil: 0, max: 10 };
      this.pods.set(version, pods);
      if (pods.wanted === min) continue;
      pods.wanted = min;
      pods.busyUntil = now + this.#random.below(60_000);
      pods.ready = Math.min(pods.ready, min);
    }
    if (JSON.stringify(desired.weights) !== JSON.stringify(this.#pending?.weights ?? this.#route))
      this.#pending = { at: now + this.#random.below(20_000), weights: desired.weights };
    for (const [id, version] of Object.entries(desired.members))
      this.#update(id, desired.remove.includes(id) ? null : (version ?? undefined), desired.slots[id], now);
    for (const { key } of desired.run) this.#measure(key, now);
  }

  #update(id: string, version: string | null | undefined, slot: string | undefined, now: Instant): void {
    const place = this.places.get(id);
    if (!place) return;
    if (slot !== place.slot) this.#isTouched = true;
    place.slot = slot;
    if (slot === 'Cordoned') place.inFlight = 0;
    if (slot === 'Released') place.hasOldPod = false;
    if (version === undefined || version === place.wanted) return;
    place.wanted = version;
    place.ready = false;
    place.busyUntil = now + this.#random.below(120_000);
  }

  #measure(key: string, now: Instant): void {
    const measured = this.#measured.get(key) ?? [];
    this.#measured.set(key, measured);
    if ((measured.at(-1)?.at ?? -1) >= now) return;
    const isBad = this.#random.chance(this.#faults.badMetric);
    const outcome = isBad ? this.#random.pick(['Fail', 'Inconclusive', 'Error'] as const) : 'Pass';
    this.#isTouched = true;
    measured.push({ at: now, outcome, actor: this.#random.pick(['ann', 'bob', this.#plan.author]) });
    if (measured.length > 20) measured.shift();
  }

  /** Lets time do its work. */
  pass(now: Instant): void {
    const { neverReady, losing } = this.#faults;
    for (const [version, pods] of this.pods) {
      const isBroken = neverReady && version === this.#plan.to;
      if (pods.busyUntil <= now && !isBroken) pods.ready = pods.wanted;
      if (version !== this.#plan.to || !losing?.random.chance(losing.chance)) continue;
      pods.ready = losing.random.below(pods.ready + 1);
      pods.busyUntil = now + losing.random.below(120_000);
    }
    if (this.#pending && this.#pending.at <= now) {
      this.#route = this.#pending.weights;
      this.#pending = undefined;
    }
    for (const place of this.places.values()) {
      if (place.busyUntil > now) continue;
      const isStuck =
        place.wanted === this.#plan.to ? place.fails : place.failsReturn && place.version !== place.wanted;
      if (place.version !== place.wanted && !isStuck) place.version = place.wanted;
      place.ready = place.version === place.wanted && place.version !== null && !place.sick;
      const isStarted = place.wanted !== place.first;
      const mayGo = !this.#faults.fleet?.isQuiet || !isStarted;
      if (this.#random.chance(0.02) && mayGo) place.offline = !place.offline;
      if (this.#faults.fleet) this.#ail(place, this.#faults.fleet, mayGo);
    }
  }

  #ail(place: Place, { random, silent, sick }: FleetFaults, mayGo: boolean): void {
    if (random.chance(0.05) && mayGo) place.silent = random.chance(silent);
    if (random.chance(0.05)) place.sick = place.version === this.#plan.to && random.chance(sick);
  }

  /** When something happens next by itself. */
  nextEvent(now: Instant): Instant | undefined {
    const due = [...this.pods.values(), ...this.places.values()].map(({ busyUntil }) => busyUntil);
    const future = [...due, this.#pending?.at ?? 0].filter((at) => at > now);
    if (this.#isTouched) future.push(now + 1_000);
    return future.length === 0 ? undefined : Math.min(...future);
  }

  look(now: Instant): Observation {
    this.#isTouched = false;
    if (this.#last && this.#random.chance(this.#faults.stale)) return this.#last;
    const see = <T>(value: T): Known<T> =>
      this.#random.chance(this.#faults.unknown) ? { unknown: 'not seen' } : { value, at: now };
    const versions: Record<string, Known<VersionHealth>> = {};
    const drain: Record<string, Known<DrainSignal>> = {};
    for (const [version, { ready, wanted, max }] of this.pods) {
      const weight = this.#route[version] ?? 0;
      versions[version] = see({ ready, wanted, isCurrent: true, weight, scaler: { min: 1, max } });
      const requests = weight > 0 || this.#random.chance(0.1) ? 1 : 0;
      drain[version] = see({ isNotified: true, requests, streams: 0, tasks: 0, leases: 0, pinnedClients: 0 });
    }
    const members: Record<string, Known<MemberHealth>> = {};
    for (const [id, place] of this.places) {
      const { version, ready, offline, fails, wanted, inFlight } = place;
      const isDue = place.busyUntil <= now && version !== wanted;
      const error =
        fails && wanted === this.#plan.to && isDue
          ? { message: 'refused', isTransient: this.#random.chance(0.5) }
          : place.failsReturn && wanted !== this.#plan.to && isDue && this.#faults.fleet?.random.chance(0.5)
            ? { message: 'refused', isTransient: false }
            : undefined;
      const value = see({
        version,
        ready,
        isCurrent: true,
        reachable: !offline,
        inFlight,
        isReleased: !place.hasOldPod,
        ...(error && { error }),
        ...(place.sick && version === this.#plan.to && { degraded: 'sick' }),
      });
      members[id] = place.silent ? { unknown: 'silent' } : value;
    }
    const gates = Object.fromEntries([...this.#measured].map(([key, measured]) => [key, see([...measured])]));
    const observation = {
      at: now,
      members,
      versions,
      gates,
      drain,
      capacity: see({ free: { gpu: this.#random.below(2) } }),
    };
    this.#last = observation;
    return observation;
  }
}
