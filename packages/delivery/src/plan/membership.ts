import type { Member, MemberId, Plan, Selector, Stage } from '../model/index.ts';
import { cumulativeCounts } from './shares.ts';

/** Members in the order in which they are updated: by `order`, then by id. */
function orderedMembers(members: readonly Member[]): readonly Member[] {
  return members.toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0) || (a.id < b.id ? -1 : 1));
}

function movesMembers(stage: Stage): boolean {
  return stage.kind === 'members' || stage.kind === 'swap';
}

interface Membership {
  readonly byStage: readonly (readonly MemberId[])[];
  readonly own: readonly (readonly MemberId[])[];
  readonly stageOf: ReadonlyMap<MemberId, number>;
  readonly backwards: readonly MemberId[];
}

const known = new WeakMap<Plan, Membership>();

function membershipOf(plan: Plan): Membership {
  // A plan never changes, and every step asks.
  const membership = known.get(plan) ?? arrange(plan);
  known.set(plan, membership);
  return membership;
}

/** For each stage, the members that are to be updated when it ends: its own, and those of the stages before. */
export function membersByStage(plan: Plan): readonly (readonly MemberId[])[] {
  return membershipOf(plan).byStage;
}

/** For each stage, the members that no earlier stage holds. */
export function ownMembers(plan: Plan): readonly (readonly MemberId[])[] {
  return membershipOf(plan).own;
}

/** The stage whose own member it is. */
export function stageOfMember(plan: Plan, id: MemberId): Stage | undefined {
  return plan.stages[membershipOf(plan).stageOf.get(id) ?? -1];
}

/** All members in the order of a rollback: the last stage first, and in it the last member. */
export function membersBackwards(plan: Plan): readonly MemberId[] {
  return membershipOf(plan).backwards;
}

function arrange(plan: Plan): Membership {
  const byStage = assign(plan);
  const stageOf = new Map<MemberId, number>();
  const own = byStage.map((ids, stage) => {
    const fresh = ids.filter((id) => !stageOf.has(id));
    for (const id of fresh) stageOf.set(id, stage);
    return fresh;
  });
  return { byStage, own, stageOf, backwards: own.flat().toReversed() };
}

function assign(plan: Plan): readonly (readonly MemberId[])[] {
  const ordered = orderedMembers(plan.members);
  const percents = plan.stages.map((stage) => (movesMembers(stage) && !isSelector(stage.to) ? (stage.to ?? 100) : 0));
  const counted = percents.filter((_, index) => movesMembers(plan.stages[index] as Stage) && percents[index] !== 0);
  const counts = cumulativeCounts(counted, ordered.length);
  const taken = new Set<MemberId>();
  return plan.stages.map((stage) => {
    const chosen = !movesMembers(stage)
      ? []
      : isSelector(stage.to)
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
