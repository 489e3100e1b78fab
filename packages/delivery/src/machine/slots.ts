import type { Instant } from '@gati-framework/contracts/deployment';
import type { MemberHealth, MemberId, MemberState, State } from '../model/index.ts';
import type { Turn } from './turn.ts';

export type SlotMode = 'surge' | 'no-surge';

/**
 * How a slot changes hands: beside the old pod where there is room for one more, after it where another slot can take
 * its tasks. Undefined: neither, so the slot waits for room.
 */
export function slotMode(turn: Turn): SlotMode | undefined {
  const { plan } = turn;
  const { swapMode = 'auto', slotNeeds = {} } = plan;
  if (swapMode !== 'auto') return swapMode;
  const { capacity } = turn.observation;
  const hasRoom =
    capacity.unknown === undefined &&
    Object.entries(slotNeeds).every(
      ([resource, amount]) =>
        (capacity.value.free[resource] ?? 0) >= amount * (1 + unseenSurges(turn.state, capacity.at)),
    );
  if (hasRoom) return 'surge';
  return plan.members.length > 1 || plan.allowDowntime === true ? 'no-surge' : undefined;
}

/** Pods that were asked for since the last look for room: what is free by that look is partly theirs. */
function unseenSurges({ members }: Pick<State, 'members'>, at: Instant): number {
  return Object.values(members).filter(
    ({ mode, slot, effectAt = 0 }) => mode === 'surge' && slot === 'Starting' && effectAt >= at,
  ).length;
}

/**
 * Takes a slot one step on its way. Surge: new pod ready → old one cordoned → idle → gone. No surge: cordoned → idle
 * → gone, device free → new pod. True while the slot is not yet served by the new pod alone.
 */
export function advanceSlot(turn: Turn, id: MemberId, member: MemberState, health: MemberHealth): boolean {
  const { slot, mode } = member;
  if (slot === undefined) return false;
  const isServing = health.version === turn.plan.to && health.ready;
  const next = (to: MemberState['slot']): boolean => {
    // A new effect: what was seen before it says nothing of what it does.
    turn.state.members[id] = { ...member, slot: to, effectAt: turn.now } as MemberState;
    return true;
  };
  if (slot === 'Starting') {
    if (mode === 'no-surge') return false;
    return isServing ? next('Cordoned') : true;
  }
  if (slot === 'Cordoned') return health.inFlight === 0 ? next('Released') : true;
  if (health.isReleased !== true) return true;
  if (mode === 'no-surge') return next('Starting');
  return false;
}
