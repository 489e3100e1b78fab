import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Plan, type Stage, validatePlan } from '@slipway/delivery';
import { boundsTable, formatMs } from '../report/index.ts';
import { percentile } from '../statistics/index.ts';
import type { Benchmark } from './benchmark.ts';
import { type RolloutRun, runRollout } from './rollout-run.ts';

const HOUR = 3_600_000;
const MOST_APPLY_MS = 2_000;
const MOST_STEP_MS = 5;

interface Scenario {
  readonly name: string;
  /** Shares of the fleet at which a stage ends, in percent. */
  readonly shares: readonly number[];
  readonly maxConcurrent: Stage['maxConcurrent'];
  readonly updateMs: (random: () => number) => number;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: 'waves of 10, 30, 50 and 100 %, a tenth at a time',
    shares: [10, 30, 50, 100],
    maxConcurrent: '10%',
    // Reports come one by one, so there are many decisions.
    updateMs: (random) => 5 + 95 * random(),
  },
  {
    name: 'all at once, all done at the same time',
    shares: [10, 100],
    maxConcurrent: '100%',
    updateMs: () => 50,
  },
];

/** How long clusters wait for the engine. */
export const fleet: Benchmark = {
  name: 'fleet',
  summary: 'from the report of a cluster to the updates that follow from it, in a fleet of 1,000',
  async run({ plan: { clusters, repeats }, random, onProgress }) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-delivery-'));
    try {
      const measured: { readonly scenario: string; readonly runs: readonly RolloutRun[] }[] = [];
      for (const scenario of SCENARIOS) {
        const runs: RolloutRun[] = [];
        for (let repeat = 0; repeat < repeats; repeat++) {
          onProgress(`${clusters} clusters, ${scenario.name}, ${repeat + 1} of ${repeats}`);
          const plan = fleetPlan(clusters, scenario);
          runs.push(await runRollout(plan, join(folder, 'journal'), () => scenario.updateMs(random)));
        }
        measured.push({ scenario: scenario.name, runs });
      }
      const tables = measured.map(({ scenario, runs }) => `${scenario}:\n\n${boundsTable(figures(runs), formatMs)}`);
      return {
        title: `${clusters.toLocaleString('en')} simulated clusters (${repeats} rollouts each)`,
        markdown: tables.join('\n\n'),
        data: measured,
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

function figures(runs: readonly RolloutRun[]) {
  const applies = runs.flatMap(({ reportToApplyMs }) => reportToApplyMs);
  const steps = runs.flatMap(({ stepMs }) => stepMs);
  const cpu = runs.flatMap(({ stepCpuMs }) => stepCpuMs);
  const [updates, decisions] = [applies, steps].map(({ length }) => length.toLocaleString('en'));
  return [
    { what: `report to update, p50 of ${updates}`, value: percentile(applies, 0.5) },
    { what: 'report to update, p99', value: percentile(applies, 0.99), atMost: MOST_APPLY_MS },
    { what: 'report to update, longest', value: percentile(applies, 1) },
    { what: `decision, p50 of ${decisions}`, value: percentile(steps, 0.5), atMost: MOST_STEP_MS },
    { what: 'decision, p99', value: percentile(steps, 0.99) },
    { what: 'decision, p50 of CPU time', value: percentile(cpu, 0.5), atMost: MOST_STEP_MS },
    {
      what: 'whole rollout, p50',
      value: percentile(
        runs.map(({ totalMs }) => totalMs),
        0.5,
      ),
    },
  ];
}

function fleetPlan(clusters: number, { shares, maxConcurrent }: Scenario): Plan {
  const plan: Plan = {
    id: 'operator-2',
    subject: { kind: 'Operator', namespace: '', name: 'operator' },
    actuator: 'clusters',
    author: 'bench',
    from: 'v1',
    to: 'v2',
    pin: { digest: 'sha256:2', values: '' },
    members: Array.from({ length: clusters }, (_, index) => ({ id: `cluster-${index}` })),
    stages: shares.map((to) => ({
      name: `${to}%`,
      kind: 'members',
      to,
      maxConcurrent,
      deadline: HOUR,
      gates: [{ name: 'health', kind: 'health', when: 'after', deadline: HOUR, spec: { minReadyMs: 0 } }],
    })),
    floor: 0,
    onFailure: 'rollback',
    maxFailures: 0,
    deadline: HOUR,
    reversibility: 'reversible',
    retire: { scaleDownDelay: 0, deleteDelay: 0 },
    rollback: { window: 0 },
  };
  const [problem] = validatePlan(plan);
  if (problem) throw new Error(`${problem.field}: ${problem.message}`);
  return plan;
}
