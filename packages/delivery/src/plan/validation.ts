import type { Gate, Plan, Stage, StageKind } from '../model/index.ts';
import { membersByStage } from './membership.ts';

export interface PlanError {
  /** Where: `stages[1].gates[0].deadline`. */
  readonly field: string;
  readonly message: string;
}

const KINDS_OF: Readonly<Record<Plan['actuator'], readonly StageKind[]>> = {
  traffic: ['install', 'weight', 'route', 'mirror', 'switch', 'pause', 'check'],
  swap: ['install', 'swap', 'pause', 'check'],
  clusters: ['members', 'pause', 'check', 'migrate'],
};

const LONGEST_MS = 365 * 24 * 3600_000;

/** Everything that makes a plan impossible to carry out. Refused plans never get a state. */
export function validatePlan(plan: Plan): PlanError[] {
  const errors: PlanError[] = [];
  const refuse = (field: string, message: string): void => void errors.push({ field, message });
  if (plan.id === '') refuse('id', 'is empty; give every plan an id of its own');
  if (plan.to === '') refuse('to', 'is empty; name the version to deliver');
  if (plan.from === plan.to) refuse('to', `is "${plan.to}", the version that runs already`);
  if (plan.pin.digest === '') refuse('pin.digest', 'is empty; a plan delivers one fixed content');
  if (plan.stages.length === 0) refuse('stages', 'is empty; give at least one stage');
  checkDuration(plan.deadline, 'deadline', refuse);
  checkShare(plan.maxFailures, 'maxFailures', 0, refuse);
  if (!Number.isInteger(plan.floor) || plan.floor < 0) refuse('floor', 'must be a whole number of 0 or more');
  if (plan.actuator !== 'traffic' && plan.floor > plan.members.length)
    refuse('floor', `is ${plan.floor}, more than the ${plan.members.length} members`);
  if (plan.rollback.maxConcurrent !== undefined)
    checkShare(plan.rollback.maxConcurrent, 'rollback.maxConcurrent', 1, refuse);
  plan.members.forEach(({ deadline }, index) => {
    if (deadline !== undefined) checkDuration(deadline, `members[${index}].deadline`, refuse);
  });
  const { minReachable = 50, offlineDeadline } = plan;
  if (!(minReachable >= 0 && minReachable <= 100))
    refuse('minReachable', `is ${minReachable}; give a percentage from 0 to 100`);
  if (offlineDeadline !== undefined) checkDuration(offlineDeadline, 'offlineDeadline', refuse);
  checkNames(plan, refuse);
  plan.stages.forEach((stage, index) => checkStage(plan, stage, `stages[${index}]`, refuse));
  checkOrder(plan, refuse);
  if (plan.actuator === 'traffic') checkSplit(plan, refuse);
  else checkMembers(plan, refuse);
  return errors;
}

type Refuse = (field: string, message: string) => void;

function checkNames(plan: Plan, refuse: Refuse): void {
  for (const [field, names] of [
    ['stages', plan.stages.map(({ name }) => name)],
    ['members', plan.members.map(({ id }) => id)],
  ] as const) {
    names.forEach((name, index) => {
      if (name === '') refuse(`${field}[${index}]`, 'has no name');
      else if (names.indexOf(name) !== index) refuse(`${field}[${index}]`, `"${name}" is there twice`);
    });
  }
}

function checkStage(plan: Plan, stage: Stage, at: string, refuse: Refuse): void {
  if (!KINDS_OF[plan.actuator].includes(stage.kind))
    refuse(`${at}.kind`, `"${stage.kind}" does not fit the actuator "${plan.actuator}"`);
  checkDuration(stage.deadline, `${at}.deadline`, refuse);
  if (stage.progressDeadline !== undefined) checkDuration(stage.progressDeadline, `${at}.progressDeadline`, refuse);
  checkShare(stage.maxConcurrent, `${at}.maxConcurrent`, 1, refuse);
  if (typeof stage.to === 'number' && !(Number.isInteger(stage.to) && stage.to >= 1 && stage.to <= 100))
    refuse(`${at}.to`, `is ${stage.to}; give a whole percentage from 1 to 100`);
  if (stage.kind === 'weight' && typeof stage.to !== 'number')
    refuse(`${at}.to`, 'is missing; a weight stage needs one');
  stage.gates.forEach((gate, index) => checkGate(gate, `${at}.gates[${index}]`, stage, plan, refuse));
}

function checkGate(gate: Gate, at: string, { gates }: Stage, plan: Plan, refuse: Refuse): void {
  if (gate.name === '' || gate.name.includes('/')) refuse(`${at}.name`, 'must be a name without "/"');
  if (gates.filter(({ name }) => name === gate.name).length > 1) refuse(`${at}.name`, `"${gate.name}" is there twice`);
  checkDuration(gate.deadline, `${at}.deadline`, refuse);
  const { spec = {} } = gate;
  if (gate.kind === 'soak' && !(typeof spec.forMs === 'number' && spec.forMs >= 0))
    refuse(`${at}.spec.forMs`, 'is missing; a soak needs its length in milliseconds');
  if (gate.kind === 'soak' && gate.when !== 'after') refuse(`${at}.when`, 'a soak comes after the target is reached');
  if (gate.kind === 'approval' && spec.approvers === undefined) {
    if (spec.quorum !== undefined)
      refuse(
        `${at}.spec.quorum`,
        `is ${spec.quorum} without approvers; name them, or leave the quorum to the system that asks`,
      );
  } else if (gate.kind === 'approval') {
    const { approvers = [], quorum = 1 } = spec;
    const allowed = new Set(approvers.filter((actor) => actor !== plan.author)).size;
    if (!(Number.isInteger(quorum) && quorum >= 1))
      refuse(`${at}.spec.quorum`, `is ${quorum}; give a whole number from 1`);
    else if (allowed < quorum)
      refuse(`${at}.spec.approvers`, `names ${allowed} beside the author; a quorum of ${quorum} can never be reached`);
  }
  if (gate.kind === 'health' && spec.minShare !== undefined) {
    if (plan.actuator === 'traffic') refuse(`${at}.spec.minShare`, 'counts members; a traffic plan has none');
    else if (!(spec.minShare >= 0 && spec.minShare <= 1))
      refuse(`${at}.spec.minShare`, `is ${spec.minShare}; give a share from 0 to 1`);
  }
  const { count = 5, minSamples = count } = spec;
  if (gate.kind === 'metric' && (count < 1 || minSamples > count))
    refuse(`${at}.spec.count`, `is ${count} with at least ${minSamples} samples; the run can never pass`);
}

/** Shares rise, and what cannot be undone comes last. */
function checkOrder(plan: Plan, refuse: Refuse): void {
  let share = 0;
  plan.stages.forEach(({ kind, to }, index) => {
    if (typeof to === 'number') {
      if (to <= share) refuse(`stages[${index}].to`, `is ${to} after ${share}; shares must rise`);
      share = to;
    }
    if (kind === 'migrate' && plan.stages.slice(index + 1).some((stage) => stage.kind !== 'check'))
      refuse(`stages[${index}].kind`, 'a migration cannot be undone and must come last');
  });
}

function checkSplit({ split, from, to, stages }: Plan, refuse: Refuse): void {
  if (!split) return refuse('split', 'is missing; traffic needs its weights at the start and at the end');
  const sum = (weights: Readonly<Record<string, number>>): number =>
    Object.values(weights).reduce((total, weight) => total + weight, 0);
  for (const [side, weights] of Object.entries(split)) {
    for (const [version, weight] of Object.entries(weights)) {
      if (!Number.isInteger(weight) || weight < 0)
        refuse(`split.${side}.${version}`, `is ${weight}; give whole numbers`);
    }
  }
  const start = sum(split.baseline);
  if (start !== 100 && !(start === 0 && from === null)) refuse('split.baseline', `adds up to ${start}, not to 100`);
  if (sum(split.goal) !== 100) refuse('split.goal', `adds up to ${sum(split.goal)}, not to 100`);
  if ((split.goal[to] ?? 0) < (split.baseline[to] ?? 0)) refuse(`split.goal.${to}`, 'is less than at the start');
  if (from === null && stages[0]?.kind !== 'install' && start === 0)
    refuse('stages[0].kind', 'the first version is installed; there is nothing to share traffic with');
}

function checkMembers(plan: Plan, refuse: Refuse): void {
  if (plan.members.length === 0) refuse('members', 'is empty; there is nothing to update');
  const reached = new Set(membersByStage(plan).flat());
  const forgotten = plan.members.filter(({ id }) => !reached.has(id)).map(({ id }) => id);
  if (forgotten.length > 0) refuse('stages', `no stage reaches ${forgotten.slice(0, 5).join(', ')}`);
}

function checkDuration(value: number, field: string, refuse: Refuse): void {
  if (!(value > 0 && value <= LONGEST_MS)) refuse(field, `is ${value}; give milliseconds above 0, at most a year`);
}

function checkShare(value: number | string, field: string, least: number, refuse: Refuse): void {
  const number = typeof value === 'number' ? value : Number.parseFloat(value);
  const isShare = typeof value === 'string' && /^\d+(?:\.\d+)?%$/.test(value) && number <= 100;
  const isCount = typeof value === 'number' && Number.isInteger(value) && value >= least;
  if (!isShare && !isCount) refuse(field, `is ${JSON.stringify(value)}; give a whole number from ${least}, or "10%"`);
}
