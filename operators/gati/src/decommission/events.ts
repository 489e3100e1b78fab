import type { Blocker, Stage } from '../types/index.ts';
import { WOULD_GO } from './gates.ts';

/** What Events are derived from: what was written down before, and what is now. */
export interface DrainView {
  readonly stage: Stage | undefined;
  readonly blockers: readonly Blocker[];
  /** Samples of its traffic, up to the last, that had no data. @default many */
  readonly unknownInRow?: number;
}

export interface DrainEvent {
  readonly type: 'Normal' | 'Warning';
  readonly reason:
    | 'Draining'
    | 'Drained'
    | 'DecommissionBlocked'
    | 'Decommissioning'
    | 'Decommissioned'
    | 'VersionRevived'
    | 'WouldDecommission'
    | 'DrainOverdue'
    | 'TrafficUnknown';
  readonly message: string;
}

const LEAVING: readonly (Stage | undefined)[] = ['Draining', 'Drained', 'Decommissioning', 'Decommissioned'];
const WORDS: Partial<Record<Stage, string>> = {
  Draining: 'has no weight any more; it goes when nobody uses it',
  Drained: 'serves nobody any more',
  Decommissioning: 'is being removed',
  Decommissioned: 'is removed; its record stays',
};

/**
 * The Events of one transition (G-108): the same two views always give the same, equal ones give none. A removal that
 * fails tells of itself: `DecommissionFailed` names the object.
 */
export function eventsOf(version: string, before: DrainView, after: DrainView): DrainEvent[] {
  return [...stageEvents(version, before, after), ...blockerEvents(version, before, after)];
}

function stageEvents(version: string, before: DrainView, after: DrainView): DrainEvent[] {
  const { stage } = after;
  if (stage === undefined || stage === before.stage) return [];
  if (!LEAVING.includes(stage)) {
    if (!LEAVING.includes(before.stage)) return [];
    return [{ type: 'Normal', reason: 'VersionRevived', message: `${version} is wanted again` }];
  }
  const reason = stage as 'Draining' | 'Drained' | 'Decommissioning' | 'Decommissioned';
  return [{ type: 'Normal', reason, message: `${version} ${WORDS[stage] ?? ''}` }];
}

function blockerEvents(version: string, before: DrainView, after: DrainView): DrainEvent[] {
  const events: DrainEvent[] = [];
  const isNew = ({ reason }: Blocker): boolean => !before.blockers.some((one) => one.reason === reason);
  const reported = (type: DrainEvent['type'], reason: DrainEvent['reason'], { message = '' }: Blocker): void => {
    events.push({ type, reason, message: `${version}: ${message}` });
  };
  const wouldGo = after.blockers.find(({ message }) => message === WOULD_GO);
  if (wouldGo && !before.blockers.some(({ message }) => message === WOULD_GO))
    reported('Normal', 'WouldDecommission', wouldGo);
  const unknown = lasting(after);
  if (unknown && !lasting(before)) reported('Warning', 'TrafficUnknown', unknown);
  for (const blocker of after.blockers.filter(isNew)) {
    if (blocker.reason === 'DrainOverdue') reported('Warning', 'DrainOverdue', blocker);
  }
  // While it drains, gates are closed as a matter of course; once it is drained, its owner wants to know why it stays.
  const [first] = after.stage === 'Drained' ? after.blockers : [];
  const [last] = before.stage === 'Drained' ? before.blockers : [];
  if (first && first.reason !== last?.reason && first.reason !== 'DryRun')
    reported('Warning', 'DecommissionBlocked', first);
  return events;
}

/** The first sample has none before it to count from, and one may be lost; nobody has to look after that. */
function lasting({ blockers, unknownInRow = Number.POSITIVE_INFINITY }: DrainView): Blocker | undefined {
  return unknownInRow > 1 ? blockers.find(({ reason }) => reason === 'TrafficUnknown') : undefined;
}
