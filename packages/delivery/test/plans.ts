import type { Command, Gate, Plan, Stage } from '../src/model/index.ts';
import type { Random } from './random.ts';

const MINUTE = 60_000;

function randomGates(random: Random): Gate[] {
  const gates: Gate[] = [];
  const when = (): Gate['when'] => random.pick(['before', 'during', 'after']);
  if (random.chance(0.6)) gates.push({ name: 'health', kind: 'health', when: 'after', deadline: 10 * MINUTE });
  if (random.chance(0.5))
    gates.push({
      name: 'soak',
      kind: 'soak',
      when: 'after',
      deadline: 20 * MINUTE,
      spec: { forMs: random.below(10) * MINUTE },
    });
  if (random.chance(0.4))
    gates.push({
      name: 'errors',
      kind: 'metric',
      when: when(),
      deadline: 15 * MINUTE,
      spec: { count: 3, failureLimit: random.below(2), inconclusiveLimit: random.below(2), intervalMs: 30_000 },
      dryRun: random.chance(0.1),
    });
  if (random.chance(0.15))
    gates.push({
      name: 'approval',
      kind: 'approval',
      when: 'before',
      deadline: 72 * 60 * MINUTE,
      spec: { approvers: ['ann', 'bob'], quorum: 1 + random.below(2) },
    });
  if (random.chance(0.1)) gates.push({ name: 'hook', kind: 'webhook', when: when(), deadline: 5 * MINUTE });
  if (random.chance(0.1))
    gates.push({ name: 'room', kind: 'capacity', when: 'before', deadline: 30 * MINUTE, spec: { need: { gpu: 1 } } });
  return gates;
}

export function randomPlan(random: Random): Plan {
  const actuator = random.pick(['traffic', 'traffic', 'swap', 'clusters'] as const);
  const isFirst = actuator === 'traffic' && random.chance(0.15);
  const members =
    actuator === 'traffic' ? [] : Array.from({ length: 1 + random.below(6) }, (_, n) => ({ id: `m${n}` }));
  const stage = (name: string, kind: Stage['kind'], to?: number): Stage => ({
    name,
    kind,
    ...(to !== undefined && { to }),
    maxConcurrent: random.pick([1, 2, '50%'] as const),
    gates: randomGates(random),
    deadline: 60 * MINUTE,
  });
  const moving = actuator === 'traffic' ? 'weight' : actuator === 'swap' ? 'swap' : 'members';
  const shares = [10, 30, 50].filter(() => random.chance(0.5));
  const stages = isFirst
    ? [stage('install', 'install')]
    : [
        ...shares.map((share) => stage(`to-${share}`, moving, share)),
        ...(random.chance(0.2) ? [stage('wait', 'pause')] : []),
        actuator === 'traffic' && random.chance(0.2) ? stage('switch', 'switch') : stage('all', moving, 100),
      ];
  const baseline: Record<string, number> = isFirst ? {} : random.chance(0.3) ? { v1: 70, v0: 30 } : { v1: 100 };
  return {
    id: 'plan',
    subject: { kind: 'Thing', namespace: 'default', name: 'thing' },
    actuator,
    author: 'eve',
    from: isFirst ? null : 'v1',
    to: 'v2',
    pin: { digest: 'sha256:1', values: '' },
    members,
    stages,
    floor: actuator === 'traffic' ? random.below(2) : random.below(members.length),
    ...(actuator === 'traffic' && { split: { baseline, goal: { v2: 100 } } }),
    slotNeeds: { gpu: 1 },
    allowDowntime: random.chance(0.5),
    onFailure: random.pick(['rollback', 'freeze', 'continue']),
    maxFailures: random.pick([0, 1, '20%'] as const),
    deadline: 24 * 60 * MINUTE,
    reversibility: random.pick(['reversible', 'reversible', 'one-way', 'unknown', 'reversible-with-loss']),
    retire: { scaleDownDelay: random.below(5) * MINUTE, deleteDelay: random.below(10) * MINUTE },
    rollback: { window: 5 * MINUTE, allowLoss: random.chance(0.5) },
  };
}

/**
 * The same plan with what concerns fleets: environments, first installs, shares and deadlines of members that nobody
 * sees. Its chances are its own, so that the plans of known seeds stay what they are.
 */
export function withFleet(plan: Plan, random: Random): Plan {
  if (plan.actuator === 'traffic') return random.chance(0.1) ? withSystemApproval(plan, random) : plan;
  const isFirst = plan.actuator === 'clusters' && random.chance(0.2);
  const byEnvironment = plan.actuator === 'clusters' && random.chance(0.3);
  const members = plan.members.map((member, index) =>
    byEnvironment ? { ...member, order: index % 2, labels: { environment: `e${index % 2}` } } : member,
  );
  const [first] = plan.stages;
  const environments = [0, 1].map((index) => ({
    ...(first as Stage),
    name: `e${index}`,
    kind: 'members' as const,
    to: { matchLabels: { environment: `e${index}` } },
  }));
  const stages = byEnvironment ? environments.slice(0, Math.min(2, members.length)) : plan.stages;
  const { to: _, ...check } = { ...(first as Stage), name: 'check', kind: 'check' as const };
  const fleet: Plan = {
    ...plan,
    ...(isFirst && { from: null }),
    members,
    stages: [...stages, ...(random.chance(0.2) ? [check] : [])].map((stage) => ({
      ...stage,
      ...(random.chance(0.05) && { onFailure: random.pick(['rollback', 'freeze', 'continue'] as const) }),
      gates: stage.gates.map((gate) =>
        gate.kind === 'health' && random.chance(0.5)
          ? { ...gate, spec: { ...gate.spec, minShare: random.pick([0, 0.5, 0.75, 1]) } }
          : gate,
      ),
    })),
    ...(random.chance(0.5) && { minReachable: random.pick([0, 30, 100]) }),
    ...(random.chance(0.5) && { offlineDeadline: random.pick([5, 30, 600]) * MINUTE }),
    rollback: { ...plan.rollback, ...(random.chance(0.3) && { maxConcurrent: 1 + random.below(4) }) },
  };
  return random.chance(0.15) ? withSystemApproval(fleet, random) : fleet;
}

function withSystemApproval(plan: Plan, random: Random): Plan {
  const gate: Gate = {
    name: 'change',
    kind: 'approval',
    when: random.pick(['before', 'during', 'after']),
    deadline: 72 * 60 * MINUTE,
  };
  const at = random.below(plan.stages.length);
  return {
    ...plan,
    stages: plan.stages.map((stage, index) => (index === at ? { ...stage, gates: [gate, ...stage.gates] } : stage)),
  };
}

let key = 0;

export function randomCommand(random: Random, plan: Plan): Command {
  const by = { actor: 'ann', reason: 'because', key: `c${key++}` };
  const stage = random.pick(plan.stages);
  return random.pick<() => Command>([
    () => ({ ...by, type: random.pick(['pause', 'resume', 'retry', 'replace', 'hold', 'unhold'] as const) }),
    () => ({ ...by, type: 'resume' }),
    () => ({ ...by, type: 'promote', full: random.chance(0.3) }),
    () => ({ ...by, type: 'abort', rollback: random.chance(0.3) }),
    () => ({ ...by, type: 'rollback', approved: random.chance(0.5) }),
    () => ({ ...by, type: 'skip', gate: stage.gates[0]?.name ?? 'none' }),
    () => ({ ...by, type: 'skip', member: plan.members[0]?.id ?? 'none' }),
    () => ({ ...by, type: 'skip', stage: stage.name }),
  ])();
}
