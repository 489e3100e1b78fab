import type { Duration, Instant, Known } from '@gati-framework/contracts/deployment';
import { startDelivery, step } from '../src/machine/index.ts';
import type { Command, Decision, Measurement, Observation, Plan, State, VersionHealth } from '../src/model/index.ts';

/** A plan over versions that do at once what is asked of them, except for what a test says of them. */
export class Watched {
  readonly plan: Plan;
  readonly events: string[] = [];
  state: State;
  now: Instant = 1_000_000;
  /** What is seen of a version beside what it should be; null: nothing of it is known. */
  readonly seen: Record<string, Partial<VersionHealth> | null> = {};
  gates: Record<string, readonly Measurement[]> = {};
  drain: Observation['drain'] = {};
  since: Instant | undefined;
  last: Decision | undefined;
  #keys = 0;

  constructor(plan: Plan) {
    this.plan = plan;
    this.state = startDelivery(plan, this.now);
  }

  /** One look now. */
  look(...commands: readonly Omit<Command, 'actor' | 'reason' | 'key'>[]): Decision {
    const stated = commands.map((command) => ({
      ...command,
      actor: 'ann',
      reason: 'because',
      key: `k${this.#keys++}`,
    }));
    const decision = step(this.plan, this.state, this.#observation(), stated, this.now);
    this.events.push(...decision.events.map(({ type, message }) => `${type}: ${message}`));
    this.last = decision;
    this.state = decision.state;
    return decision;
  }

  /** Looks as an operator does: until nothing changes, then again when it is time, for so long. */
  pass(ms: Duration): void {
    const end = this.now + ms;
    for (;;) {
      for (let before: State | undefined; before !== this.state; this.now += 1) {
        before = this.state;
        this.look();
      }
      if (this.now >= end) return;
      this.now = Math.min(end, Math.max(this.now, this.state.wakeAt ?? end));
    }
  }

  /** Nobody looks for so long. */
  away(ms: Duration): void {
    this.now += ms;
    this.since = this.now;
  }

  #observation(): Observation {
    const { now: at, plan, last, since } = this;
    const ids = new Set([...Object.keys(plan.split?.baseline ?? {}), plan.to]);
    const versions = [...ids].map((id): [string, Known<VersionHealth>] => {
      const stated = this.seen[id];
      const wanted = last?.desired.scale[id]?.min ?? (id === plan.to ? 0 : 4);
      const weight = this.state.weights[id] ?? 0;
      if (stated === null) return [id, { unknown: `nothing is known of ${id}` }];
      return [id, { at, value: { ready: wanted, wanted, isCurrent: true, weight, ...stated } }];
    });
    return {
      at,
      ...(since !== undefined && { since }),
      members: {},
      versions: Object.fromEntries(versions),
      gates: Object.fromEntries(Object.entries(this.gates).map(([key, value]) => [key, { at, value }])),
      drain: this.drain,
      capacity: { unknown: 'nobody asks' },
    };
  }
}
