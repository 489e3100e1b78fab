import type { Desired, GateRequest, MemberId, ScaleIntent, SlotPhase, VersionId } from '../model/index.ts';
import { activeGates, gateKey } from './gate-runs.ts';
import { neededReplicas, shareOf } from './traffic.ts';
import type { Turn } from './turn.ts';

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

function membersOf({ plan, state, stage }: Turn): Pick<Desired, 'members' | 'slots'> {
  const members: Record<MemberId, VersionId | null> = {};
  const slots: Record<MemberId, SlotPhase> = {};
  for (const [id, { phase, previous, slot, mode }] of Object.entries(state.members)) {
    if (slot !== undefined) slots[id] = slot;
    const goesBack = phase === 'RollingBack' || phase === 'RolledBack';
    // Alone, where the others go on without it.
    const isLeftBehind = phase === 'Failed' && (stage.onFailure ?? plan.onFailure) === 'continue';
    const isUpdated = phase === 'Updating' || phase === 'Verifying' || phase === 'Done';
    const isEmptied = mode === 'no-surge' && (slot === 'Cordoned' || slot === 'Released');
    members[id] = goesBack || isLeftBehind ? (previous ?? null) : isUpdated && !isEmptied ? plan.to : null;
  }
  return { members, slots };
}

/** Capacity comes before weight, and stays until it is certain that nobody goes back to it. */
function scaleOf(turn: Turn): Record<VersionId, ScaleIntent> {
  const { plan, state, stage } = turn;
  const scale: Record<VersionId, ScaleIntent> = {};
  const isWindowOpen = state.succeededAt === undefined || turn.now < state.succeededAt + plan.rollback.window;
  for (const [version, { phase, held, drain }] of Object.entries(state.versions)) {
    const weight = state.weights[version] ?? 0;
    const share = weight / 100;
    if (phase === 'ScaledDown' || phase === 'Retired') {
      scale[version] = { min: 0, withoutScaler: true, share };
      continue;
    }
    const byWeight = weight > 0 ? (neededReplicas(turn, version, weight) ?? held ?? 1) : 1;
    if (version === plan.to) {
      const isAhead = !turn.isTerminal && !state.ending && state.phase !== 'RollingBack';
      const needsPreview = state.isStarted || stage.kind === 'switch' || stage.kind === 'install';
      const target = isAhead && needsPreview ? (shareOf(turn, stage) ?? weight) : weight;
      const needed = neededReplicas(turn, version, Math.max(target, weight)) ?? byWeight;
      if (phase !== 'Inactive' || isAhead) scale[version] = { min: Math.max(byWeight, needed), share };
      continue;
    }
    const isHeld = isWindowOpen || (weight === 0 && drain?.drainedAt === undefined && !drain?.overdue);
    scale[version] = { min: isHeld ? Math.max(held ?? 1, byWeight) : byWeight, share };
  }
  return scale;
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
