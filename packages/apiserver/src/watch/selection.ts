import type { Change, Entry } from '../store/index.ts';

export type EventType = 'ADDED' | 'MODIFIED' | 'DELETED';

/** Which objects of a collection a watch or a list is about. */
export interface Selection {
  readonly namespace?: string | undefined;
  /** Absent: all of them. */
  readonly matches?: ((entry: Entry) => boolean) | undefined;
  /** Every object that matches has this value of a label. */
  readonly label?: { readonly name: string; readonly value: string } | undefined;
  /** There can be one at most: its name is asked for. */
  readonly isSingle?: boolean;
}

export interface SeenEvent {
  readonly type: EventType;
  readonly entry: Entry;
}

/**
 * What a change looks like to one watch. An object that begins to match is new to it, one that
 * ceases to match is gone: it is shown as it last was, at the revision of the change.
 */
export function seenThrough(
  selection: Selection,
  change: Change,
  lastSeen: (change: Change) => Entry,
): SeenEvent | undefined {
  if (selection.namespace !== undefined && !change.key.startsWith(`${selection.namespace}/`)) return undefined;
  const { matches } = selection;
  const before = change.previous !== undefined && (!matches || matches(change.previous));
  const after = change.current !== undefined && (!matches || matches(change.current));
  if (change.current && after) return { type: before ? 'MODIFIED' : 'ADDED', entry: change.current };
  return before ? { type: 'DELETED', entry: lastSeen(change) } : undefined;
}
