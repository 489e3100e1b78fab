import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import type {
  Desired,
  DrainSignal,
  Measurement,
  MemberHealth,
  Observation,
  Plan,
  VersionHealth,
} from '../model/index.ts';

/** How the simulated world behaves. Everything not mentioned goes well. */
export interface SimulatedWorldOptions {
  /** Ready replicas of the versions that serve at the start. @default 4 each */
  readonly replicas?: Readonly<Record<string, number>>;
  /** From wanted to ready. @default 20_000 */
  readonly startMs?: Duration;
  /** From asked to accepted, for weights. @default 2_000 */
  readonly routeMs?: Duration;
  /** From asked to done, for members. @default 60_000 */
  readonly updateMs?: Duration;
  /** What a gate measures, by its key `stage/gate`. @default Pass */
  readonly measure?: (key: string, elapsedMs: Duration) => Measurement['outcome'];
  /** What is wrong with a version, and from when on. */
  readonly crash?: (version: string, elapsedMs: Duration) => boolean;
  /** Members that are known not to be reachable. */
  readonly offline?: (member: string, elapsedMs: Duration) => boolean;
  /** Members of which nothing is known. */
  readonly silent?: (member: string, elapsedMs: Duration) => boolean;
  /** Members whose update never ends well. */
  readonly failing?: readonly string[];
  /** Members that never get back to what they had. */
  readonly failingReturns?: readonly string[];
  /** What is wrong with a member that runs the new version. */
  readonly degraded?: (member: string, elapsedMs: Duration) => string | undefined;
  /** How long clients of a version without weight go on. @default 60_000 */
  readonly lingerMs?: Duration;
}

interface Change<T> {
  readonly value: T;
  readonly at: Instant;
}

/** A world in which everything takes its time and nothing else goes wrong than what was asked for. */
export class SimulatedWorld {
  readonly #plan: Plan;
  readonly #options: SimulatedWorldOptions;
  readonly #start: Instant;
  readonly #replicas = new Map<string, { ready: number; coming?: Change<number> }>();
  readonly #members = new Map<string, { version: string | null; coming?: Change<string | null> }>();
  readonly #slots = new Map<string, string>();
  readonly #measured = new Map<string, Measurement[]>();
  #route: Readonly<Record<string, number>>;
  #coming: Change<Readonly<Record<string, number>>> | undefined;
  readonly #zeroSince = new Map<string, Instant>();

  constructor(plan: Plan, start: Instant, options: SimulatedWorldOptions = {}) {
    this.#plan = plan;
    this.#options = options;
    this.#start = start;
    this.#route = plan.split?.baseline ?? {};
    for (const version of Object.keys(this.#route))
      this.#replicas.set(version, { ready: options.replicas?.[version] ?? 4 });
    for (const { id } of plan.members) this.#members.set(id, { version: plan.from });
  }

  /** Takes in what is wanted. True when something was new. */
  apply(desired: Desired, now: Instant): boolean {
    let isNew = false;
    for (const [version, { min }] of Object.entries(desired.scale)) {
      if (min === undefined) continue;
      const known = this.#replicas.get(version) ?? { ready: 0 };
      const wanted = known.coming?.value ?? known.ready;
      if (min > wanted) {
        this.#replicas.set(version, {
          ready: known.ready,
          coming: { value: min, at: now + (this.#options.startMs ?? 20_000) },
        });
        isNew = true;
      } else if (min === 0 && wanted > 0) {
        this.#replicas.set(version, { ready: 0 });
        isNew = true;
      }
    }
    const asked = this.#coming?.value ?? this.#route;
    if (Object.entries(desired.weights).some(([version, weight]) => (asked[version] ?? 0) !== weight)) {
      this.#coming = { value: desired.weights, at: now + (this.#options.routeMs ?? 2_000) };
      isNew = true;
    }
    for (const [id, version] of Object.entries(desired.members)) {
      if (version !== null && this.#change(id, version, now)) isNew = true;
    }
    for (const id of desired.remove) if (this.#change(id, null, now)) isNew = true;
    for (const [id, slot] of Object.entries(desired.slots)) {
      if (this.#slots.get(id) === slot) continue;
      this.#slots.set(id, slot);
      isNew = true;
    }
    for (const { key } of desired.run) isNew = this.#measure(key, now) || isNew;
    return isNew;
  }

  #change(id: string, version: string | null, now: Instant): boolean {
    const known = this.#members.get(id);
    const wanted = known?.coming ? known.coming.value : known?.version;
    if (!known || wanted === version) return false;
    this.#members.set(id, { ...known, coming: { value: version, at: now + (this.#options.updateMs ?? 60_000) } });
    return true;
  }

  #measure(key: string, now: Instant): boolean {
    const measured = this.#measured.get(key) ?? [];
    if (measured.at(-1)?.at === now) return false;
    const outcome = this.#options.measure?.(key, now - this.#start) ?? 'Pass';
    this.#measured.set(key, [...measured, { at: now, outcome, actor: 'simulated' }].slice(-20));
    return true;
  }

  /** The next instant at which something comes to its end. */
  nextChange(now: Instant): Instant | undefined {
    const coming = [...this.#replicas.values(), ...this.#members.values()].flatMap((one) => one.coming?.at ?? []);
    if (this.#coming) coming.push(this.#coming.at);
    return coming.filter((at) => at > now).sort((a, b) => a - b)[0];
  }

  look(now: Instant): Observation {
    this.#arrive(now);
    const elapsed = now - this.#start;
    const versions: Record<string, Known<VersionHealth>> = {};
    const drain: Record<string, Known<DrainSignal>> = {};
    for (const [version, { ready, coming }] of this.#replicas) {
      const isCrashing = this.#options.crash?.(version, elapsed) ?? false;
      const weight = this.#route[version] ?? 0;
      versions[version] = {
        at: now,
        value: {
          ready: isCrashing ? 0 : ready,
          wanted: coming?.value ?? ready,
          isCurrent: true,
          weight,
          ...(isCrashing && { crashLoop: true, degraded: 'crash loop' }),
        },
      };
      const isIdle =
        weight === 0 && now - (this.#zeroSince.get(version) ?? this.#start) >= (this.#options.lingerMs ?? 60_000);
      drain[version] = {
        at: now,
        value: { isNotified: true, requests: isIdle ? 0 : 1, streams: 0, tasks: 0, leases: 0, pinnedClients: 0 },
      };
    }
    const members = Object.fromEntries([...this.#members.keys()].map((id) => [id, this.#member(id, now, elapsed)]));
    const gates = Object.fromEntries(
      [...this.#measured].map(([key, value]): [string, Known<Measurement[]>] => [key, { at: now, value }]),
    );
    return { at: now, members, versions, gates, drain, capacity: { at: now, value: { free: {} } } };
  }

  #member(id: string, now: Instant, elapsed: Duration): Known<MemberHealth> {
    if (this.#options.silent?.(id, elapsed)) return { unknown: `nothing is known of ${id}` };
    const { version = null, coming } = this.#members.get(id) ?? {};
    const reachable = !(this.#options.offline?.(id, elapsed) ?? false);
    const degraded = version === this.#plan.to ? this.#options.degraded?.(id, elapsed) : undefined;
    const ready = version !== null && coming === undefined && degraded === undefined;
    return {
      at: now,
      value: {
        version,
        ready,
        isCurrent: true,
        reachable,
        inFlight: 0,
        isReleased: true,
        ...(degraded !== undefined && { degraded }),
      },
    };
  }

  #arrive(now: Instant): void {
    for (const [version, { coming }] of this.#replicas) {
      if (coming && coming.at <= now) this.#replicas.set(version, { ready: coming.value });
    }
    for (const [id, { version, coming }] of this.#members) {
      if (!coming || coming.at > now) continue;
      const { failing = [], failingReturns = [] } = this.#options;
      const isFailing = (coming.value === this.#plan.to ? failing : failingReturns).includes(id);
      if (!isFailing) this.#members.set(id, { version: coming.value });
      else this.#members.set(id, { version, coming: { ...coming, at: Number.POSITIVE_INFINITY } });
    }
    if (!this.#coming || this.#coming.at > now) return;
    this.#route = this.#coming.value;
    this.#coming = undefined;
    for (const version of this.#replicas.keys()) {
      if ((this.#route[version] ?? 0) > 0) this.#zeroSince.delete(version);
      else if (!this.#zeroSince.has(version)) this.#zeroSince.set(version, now);
    }
  }
}
