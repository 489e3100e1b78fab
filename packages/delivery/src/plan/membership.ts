import type { Member, MemberId, Plan, Selector, Stage } from '../model/index.ts';
import { cumulativeCounts } from './shares.ts';

/** Members in the order in which they are updated: by `order`, then by id. */
export function orderedMembers(members: readonly Member[]): readonly Member[] {
  return members.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0) || (a.id < b.id ? -1 : 1));
}

export function movesMembers(stage: Stage): boolean {
  return stage.kind === 'members' || stage.kind === 'swap';
}

const known = new WeakMap<Plan, readonly (readonly MemberId[])[]>();

/** For each stage, the members that are to be updated when it ends; empty for stages that move none. */
export function membersByStage(plan: Plan): readonly (readonly MemberId[])[] {
  // A plan never changes, and every step asks.
  const members = known.get(plan) ?? assign(plan);
  known.set(plan, members);
  return members;
}

function assign(plan: Plan): readonly (readonly MemberId[])[] {
  const ordered = orderedMembers(plan.members);
  const percents = plan.stages.map((stage) => (movesMembers(stage) && !isSelector(stage.to) ? (stage.to ?? 100) : 0));
  const counted = percents.filter((_, index) => movesMembers(plan.stages[index] as Stage) && percents[index] !== 0);
  const counts = cumulativeCounts(counted, ordered.length);
  const taken = new Set<MemberId>();
  return plan.stages.map((stage) => {
    if (!movesMembers(stage)) return [];
    const chosen = isSelector(stage.to)
      ? ordered.filter((member) => matches(stage.to as Selector, member)).map(({ id }) => id)
      : ordered.slice(0, counts.shift()).map(({ id }) => id);
    for (const id of chosen) taken.add(id);
    return ordered.map(({ id }) => id).filter((id) => taken.has(id));
  });
}

function isSelector(to: Stage['to']): to is Selector {
  return typeof to === 'object';
}

function matches({ matchLabels }: Selector, { labels = {} }: Member): boolean {
  return Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
}
