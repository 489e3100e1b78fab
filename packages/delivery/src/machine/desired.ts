import type {
  Desired,
  GateRequest,
  MemberId,
  ScaleIntent,
  SlotPhase,
  VersionId,
  VersionState,
} from '../model/index.ts';
import { withoutWeight } from '../retirement/index.ts';
import { activeGates, gateKey } from './gate-runs.ts';
import { neededReplicas, shareOf, windowEnd } from './traffic.ts';
import type { Turn } from './turn.ts';
import { serviceBlocker } from './version-health.ts';

/** The whole wanted state, read off the state. */
export function desiredOf(turn: Turn): Desired {
  const { state } = turn;
  const versions = Object.entries(state.versions);
  return {
    weights: state.weights,
    ...membersOf(turn),
    scale: turn.plan.actuator === 'traffic' ? scaleOf(turn) : {},
    drain: versions.filter(([, { phase }]) => phase === 'Draining').map(([version]) => version),
    retire: versions.filter(([, { phase }]) => phase === 'Retired').map(([version]) => version),
    run: requestsOf(turn),
  };
}

function membersOf({ plan, state }: Turn): Pick<Desired, 'members' | 'remove' | 'slots'> {
  const members: Record<MemberId, VersionId | null> = {};
  const remove: MemberId[] = [];
  const slots: Record<MemberId, SlotPhase> = {};
  for (const [id, { phase, previous, slot, mode }] of Object.entries(state.members)) {
    if (slot !== undefined) slots[id] = slot;
    const goesBack = phase === 'RollingBack' || phase === 'RolledBack';
    // It had nothing: until it is known to run nothing again.
    if (phase === 'RollingBack' && previous === null) remove.push(id);
    const isUpdated = phase === 'Updating' || phase === 'Verifying' || phase === 'Done';
    const isEmptied = mode === 'no-surge' && (slot === 'Cordoned' || slot === 'Released');
    members[id] = goesBack ? (previous ?? null) : isUpdated && !isEmptied ? plan.to : null;
  }
  return { members, remove, slots };
}

/** Capacity comes before weight, and stays until it is certain that nobody goes back to it. */
function scaleOf(turn: Turn): Record<VersionId, ScaleIntent> {
  const { plan, state } = turn;
  const scale: Record<VersionId, ScaleIntent> = {};
  for (const [version, known] of Object.entries(state.versions)) {
    const weight = state.weights[version] ?? 0;
    const isGone = known.phase === 'ScaledDown' || known.phase === 'Retired';
    const asked = isGone
      ? withoutWeight(known)
      : version === plan.to
        ? askedOfNew(turn, known, weight)
        : askedOfOld(turn, version, known, weight);
    if (asked) scale[version] = { ...asked, share: weight / 100 };
  }
  return scale;
}

type Asked = Omit<ScaleIntent, 'share'>;

/** What its share needs, and that of its stage before it gets it. */
function askedOfNew(turn: Turn, known: VersionState, weight: number): Asked | undefined {
  const { state, stage, plan } = turn;
  const isAhead = !turn.isTerminal && !state.ending && state.phase !== 'RollingBack';
  if (!isAhead && weight === 0) {
    if (known.phase === 'Inactive') return undefined;
    // It was left: nothing may scale it up again.
    return { ...withoutWeight(known), withoutScaler: true };
  }
  if (isOver(turn)) return {};
  const needsPreview = state.isStarted || stage.kind === 'switch' || stage.kind === 'install';
  const share = Math.max(isAhead && needsPreview ? (shareOf(turn, stage) ?? 0) : 0, weight);
  return { min: neededReplicas(turn, plan.to, share) ?? 1 };
}

/** What it had at the start of the plan, until nobody goes back to it. */
function askedOfOld(turn: Turn, version: VersionId, known: VersionState, weight: number): Asked {
  const { held = 1 } = known;
  if (isOver(turn) && weight > 0) return {};
  // Drained or not: it may have to take the traffic back.
  if (isOver(turn))
    return serviceBlocker(turn, version) === undefined ? withoutWeight(known) : { min: Math.max(1, held) };
  return { min: Math.max(held, weight > 0 ? (neededReplicas(turn, version, weight) ?? held) : 1) };
}

/** Nobody goes back and nothing goes on. A plan that stopped on its way is not over in this sense. */
function isOver(turn: Turn): boolean {
  const end = windowEnd(turn);
  return end !== undefined && turn.now >= end;
}

/** Measurements that are due. */
function requestsOf(turn: Turn): GateRequest[] {
  const { state, stage, now } = turn;
  if (turn.isTerminal || state.ending || state.phase === 'Paused' || state.phase === 'RollingBack') return [];
  return activeGates(turn).flatMap((gate) => {
    const key = gateKey(stage, gate);
    const run = state.gates[key];
    const isOwn = gate.kind === 'health' || gate.kind === 'soak' || gate.kind === 'capacity';
    const isOpen =
      run &&
      (run.outcome === 'Running' || run.outcome === 'Error' || (run.outcome === 'Pass' && gate.when === 'during'));
    if (isOwn || !isOpen || (run.nextAt ?? 0) > now) return [];
    return [{ key, kind: gate.kind, spec: gate.spec ?? {}, startedAt: run.startedAt }];
  });
}
