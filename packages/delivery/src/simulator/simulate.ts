import type { Duration, Instant } from '@gati-framework/contracts/deployment';
import { startDelivery, step, TERMINAL } from '../machine/index.ts';
import type { Command, DeliveryEvent, Plan, State } from '../model/index.ts';
import { SimulatedWorld, type SimulatedWorldOptions } from './simulated-world.ts';

export interface SimulationOptions extends SimulatedWorldOptions {
  /** What people say, and when after the start. */
  readonly commands?: readonly { readonly afterMs: Duration; readonly command: Command }[];
  /** @default 24 hours */
  readonly untilMs?: Duration;
  readonly start?: Instant;
}

/** One instant at which something was decided. */
export interface Moment {
  readonly at: Instant;
  readonly state: State;
  readonly events: readonly DeliveryEvent[];
}

export interface Timeline {
  readonly plan: Plan;
  readonly start: Instant;
  readonly moments: readonly Moment[];
}

const LOOK_EVERY_MS: Duration = 60_000;
const MOST_STEPS = 20_000;

/** Carries out a plan in a world that behaves as configured, and writes down every decision. */
export function simulate(plan: Plan, options: SimulationOptions = {}): Timeline {
  const start = options.start ?? 0;
  const until = start + (options.untilMs ?? 24 * 3_600_000);
  const world = new SimulatedWorld(plan, start, options);
  const scheduled = (options.commands ?? []).map(({ afterMs, command }) => ({ at: start + afterMs, command }));
  const moments: Moment[] = [];
  let state = startDelivery(plan, start);
  let now = start;
  for (let steps = 0; steps < MOST_STEPS && now <= until; steps++) {
    const commands = scheduled.filter(({ at }) => at <= now).map(({ command }) => command);
    const decision = step(plan, state, world.look(now), commands, now);
    if (decision.state !== state) moments.push({ at: now, state: decision.state, events: decision.events });
    state = decision.state;
    const isNew = world.apply(decision.desired, now);
    const isWaiting =
      Object.values(state.versions).some(({ phase }) => phase === 'Draining') ||
      (plan.members.length > 0 && !TERMINAL.has(state.phase));
    const instants = [
      decision.wakeAt,
      world.nextChange(now),
      scheduled.find(({ at }) => at > now)?.at,
      isNew ? now + 1_000 : undefined,
      isWaiting ? now + LOOK_EVERY_MS : undefined,
    ];
    const next = instants.filter((instant): instant is Instant => typeof instant === 'number' && instant > now);
    if (next.length === 0) break;
    now = Math.min(...next);
  }
  return { plan, start, moments };
}
