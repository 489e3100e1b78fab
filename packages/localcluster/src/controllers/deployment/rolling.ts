import {
  availableReplicas,
  byAge,
  type DeploymentObject,
  type Draft,
  isRolling,
  MOST,
  maxSurge,
  maxUnavailable,
  replicasOf,
  resize,
  specReplicas,
  sum,
} from './draft.ts';

/** How large the current set may be now: as large as wanted, within what may surge. */
export function currentSize(deployment: DeploymentObject, current: Draft, all: readonly Draft[]): number {
  const desired = replicasOf(deployment);
  if (!isRolling(deployment) || current.replicas > desired) return desired;
  const free = desired + maxSurge(deployment) - sum(all, specReplicas);
  if (free <= 0) return current.replicas;
  return current.replicas + Math.min(free, desired - current.replicas);
}

/**
 * Makes earlier sets smaller, as far as enough pods stay available: first by what is not available
 * anyway, then by what is. Returns what to tell of it.
 */
export function shrinkOld(deployment: DeploymentObject, current: Draft, old: readonly Draft[]): string[] {
  const all = [...old, current];
  const leastAvailable = replicasOf(deployment) - maxUnavailable(deployment);
  const currentMissing = current.replicas - availableReplicas(current);
  let most = sum(all, specReplicas) - leastAvailable - currentMissing;
  if (most <= 0 || sum(old, specReplicas) === 0) return [];
  const notes: string[] = [];
  const shrink = (draft: Draft, by: number): void => {
    const note = resize(draft, draft.replicas - by, deployment);
    if (note) notes.push(note);
  };
  const oldestFirst = old.toSorted(byAge);
  for (const draft of oldestFirst) {
    const missing = draft.replicas - availableReplicas(draft);
    if (most <= 0 || missing <= 0 || draft.replicas === 0) continue;
    const by = Math.min(most, missing);
    shrink(draft, by);
    most -= by;
  }
  let spare = sum(all, availableReplicas) - leastAvailable;
  for (const draft of oldestFirst) {
    if (spare <= 0) break;
    const by = Math.min(draft.replicas, spare);
    if (by > 0) shrink(draft, by);
    spare -= by;
  }
  return notes;
}

/**
 * Sizes after the Deployment itself was resized: one set alone takes it all; in the middle of a
 * rollout each takes its share, the largest what rounding leaves.
 */
export function scale(deployment: DeploymentObject, current: Draft | undefined, old: readonly Draft[]): string[] {
  const desired = replicasOf(deployment);
  const notes: string[] = [];
  const set = (draft: Draft, size: number): void => {
    const note = resize(draft, size, deployment);
    if (note) notes.push(note);
  };
  const all = [...old, ...(current ? [current] : [])];
  const active = all.filter(({ replicas }) => replicas > 0);
  const only = active.length > 1 ? undefined : (active[0] ?? current ?? old.toSorted(byAge).at(-1));
  if (only) {
    if (only.replicas !== desired) set(only, desired);
    return notes;
  }
  if (isSaturated(deployment, current)) {
    for (const draft of old) if (draft.replicas > 0) set(draft, 0);
    return notes;
  }
  if (!isRolling(deployment)) return notes;
  const allowed = desired > 0 ? desired + maxSurge(deployment) : 0;
  const toAdd = allowed - sum(active, specReplicas);
  const ordered = active.toSorted((a, b) => b.replicas - a.replicas || (toAdd > 0 ? byAge(b, a) : byAge(a, b)));
  let added = 0;
  const sizes = ordered.map((draft) => {
    const share = proportion(deployment, draft, toAdd, added);
    added += share;
    return draft.replicas + share;
  });
  for (const [index, draft] of ordered.entries()) {
    set(draft, Math.max(0, (sizes[index] ?? 0) + (index === 0 ? toAdd - added : 0)));
  }
  return notes;
}

function proportion(deployment: DeploymentObject, draft: Draft, toAdd: number, added: number): number {
  if (draft.replicas === 0 || toAdd === added) return 0;
  const fraction = fractionOf(deployment, draft);
  return toAdd > 0 ? Math.min(fraction, toAdd - added) : Math.max(fraction, toAdd - added);
}

function fractionOf(deployment: DeploymentObject, draft: Draft): number {
  const desired = replicasOf(deployment);
  if (desired === 0) return -draft.replicas;
  const before = Number(draft.annotations[MOST]) || (deployment.status?.replicas ?? 0);
  if (before === 0) return 0;
  return Math.round((draft.replicas * (desired + maxSurge(deployment))) / before) - draft.replicas;
}

/** The current set is all there is to be, and all of it is available. */
function isSaturated(deployment: DeploymentObject, current: Draft | undefined): boolean {
  const desired = replicasOf(deployment);
  if (!current?.object) return false;
  return (
    current.replicas === desired &&
    Number(current.annotations['deployment.kubernetes.io/desired-replicas']) === desired &&
    availableReplicas(current) === desired
  );
}
