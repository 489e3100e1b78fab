import { type FileHandle, open } from 'node:fs/promises';
import { type Observation, type Plan, type State, startDelivery, step, TERMINAL } from '@slipway/delivery';
import { SimulatedFleet } from './simulated-fleet.ts';

/** One rollout over a fleet, in milliseconds. */
export interface RolloutRun {
  /** For each update of a cluster: since the first report that the decision was made on. */
  readonly reportToApplyMs: readonly number[];
  /** For each decision. */
  readonly stepMs: readonly number[];
  /** The same in CPU time, which other programs on the machine disturb less. */
  readonly stepCpuMs: readonly number[];
  readonly totalMs: number;
}

/** Carries out a plan as a system does: look, decide, store, apply; then wait for the next report. */
export async function runRollout(plan: Plan, journal: string, updateMs: () => number): Promise<RolloutRun> {
  const members = plan.members.map(({ id }) => id);
  const fleet = new SimulatedFleet({ members, version: plan.from ?? '', updateMs });
  const applied = new Map<string, string>();
  const reportToApplyMs: number[] = [];
  const stepMs: number[] = [];
  const stepCpuMs: number[] = [];
  const startedAt = performance.now();
  const file = await open(journal, 'w');
  try {
    let state = startDelivery(plan, Date.now());
    while (!TERMINAL.has(state.phase)) {
      const reportedAt = await fleet.reports();
      const now = Date.now();
      const observation = look(fleet, now);
      const stepAt = performance.now();
      const cpuBefore = process.cpuUsage();
      const decision = step(plan, state, observation, [], now);
      const cpu = process.cpuUsage(cpuBefore);
      stepMs.push(performance.now() - stepAt);
      stepCpuMs.push((cpu.user + cpu.system) / 1000);
      await store(file, state, decision.state);
      state = decision.state;
      for (const [id, version] of Object.entries(decision.desired.members)) {
        if (version === null || applied.get(id) === version) continue;
        applied.set(id, version);
        fleet.apply(id, version);
        reportToApplyMs.push(performance.now() - reportedAt);
      }
    }
    if (state.phase !== 'Succeeded') throw new Error(`the rollout ended as ${state.phase}: ${state.reason ?? ''}`);
  } finally {
    await file.close();
  }
  return { reportToApplyMs, stepMs, stepCpuMs, totalMs: performance.now() - startedAt };
}

function look({ health }: SimulatedFleet, at: number): Observation {
  const members = Object.fromEntries([...health].map(([id, value]) => [id, { at, value }]));
  return { at, members, versions: {}, gates: {}, drain: {}, capacity: { unknown: 'nobody asks' } };
}

/** What a database would get: the plan's row and those of the members that changed, handed over before anything is done. */
async function store(file: FileHandle, before: State, after: State): Promise<void> {
  if (after === before) return;
  const { members, ...row } = after;
  const changed = Object.entries(members).filter(([id, member]) => before.members[id] !== member);
  await file.appendFile(`${JSON.stringify([row, ...changed])}\n`);
}
