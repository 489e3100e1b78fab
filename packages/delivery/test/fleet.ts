import type { Command, DeliveryEvent, Gate, Plan, Stage, State } from '../src/model/index.ts';
import { type SimulationOptions, simulate } from '../src/simulator/index.ts';
import { MINUTE, wave } from './canary.ts';

export const HOUR = 60 * MINUTE;

export const health = (spec: Gate['spec'] = {}): Gate => ({
  name: 'health',
  kind: 'health',
  when: 'after',
  deadline: 10 * MINUTE,
  spec,
});

/** A stage that takes the clusters of one environment. */
export const environment = (name: string, change: Partial<Stage> = {}): Stage => ({
  name,
  kind: 'members',
  to: { matchLabels: { environment: name } },
  maxConcurrent: 2,
  deadline: 2 * HOUR,
  gates: [health()],
  ...change,
});

/** Clusters of environments, in the order of their names: `dev-0`, `dev-1`, then `prod-0`. */
export function fleet(sizes: Readonly<Record<string, number>>, change: Partial<Plan> = {}): Plan {
  const members = Object.entries(sizes).flatMap(([name, size], order) =>
    Array.from({ length: size }, (_, index) => ({ id: `${name}-${index}`, order, labels: { environment: name } })),
  );
  return wave(0, { members, stages: Object.keys(sizes).map((name) => environment(name)), ...change });
}

export interface Story {
  readonly state: State;
  readonly states: readonly State[];
  readonly events: readonly DeliveryEvent[];
  /** Members by phase, such as `{ Done: ['dev-0'] }`. */
  readonly phases: Readonly<Record<string, readonly string[]>>;
}

/** The plan carried out to its end. */
export function tell(plan: Plan, options: SimulationOptions = {}): Story {
  const { moments } = simulate(plan, { untilMs: 200 * HOUR, ...options });
  const state = moments.at(-1)?.state;
  if (!state) throw new Error('nothing was decided');
  const phases: Record<string, string[]> = {};
  for (const [id, { phase }] of Object.entries(state.members)) (phases[phase] ??= []).push(id);
  return { state, states: moments.map((moment) => moment.state), events: moments.flatMap((one) => one.events), phases };
}

export const eventsOf = ({ events }: Story, type: DeliveryEvent['type']): string[] =>
  events.filter((event) => event.type === type).map(({ about }) => about);

export const command = (type: Command['type'], afterMs: number, more: object = {}) => ({
  afterMs,
  command: { actor: 'ann', reason: 'because', key: `${type}-${afterMs}`, type, ...more } as Command,
});
