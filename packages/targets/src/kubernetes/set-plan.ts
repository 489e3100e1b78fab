import type { Ref } from '@gati-framework/contracts/deployment';
import { sameRef } from '../resources/index.ts';

/** What is known to have been applied, or to be on its way, for one owner. */
export interface SetRecord {
  readonly owner: Ref;
  /** The state that was reached last. */
  readonly revision?: string;
  /** The state that is being worked towards; absent when it is reached. */
  readonly pending?: string;
  /** Every object that may exist for the owner, in order of application. */
  readonly resources: readonly Ref[];
}

export interface SetPlan {
  /** To be stored before the first object is touched; undefined where the stored record says as much. */
  readonly before: SetRecord | undefined;
  /** What is to be removed, in this order. */
  readonly leaving: readonly Ref[];
  /** To be stored when all is done: `'none'` where no set is left, undefined where nothing changes. */
  readonly after: SetRecord | 'none' | undefined;
}

/** What has to be written down around a change, so that whenever it stops nothing is forgotten. */
export function planSet(stored: SetRecord | undefined, owner: Ref, revision: string, desired: readonly Ref[]): SetPlan {
  const known = stored?.resources ?? [];
  const leaving = known.filter((ref) => !desired.some((wanted) => sameRef(wanted, ref))).toReversed();
  if (!stored && desired.length === 0) return { before: undefined, leaving, after: undefined };
  const isReached = stored?.revision === revision && stored.pending === undefined && leaving.length === 0;
  const after = desired.length === 0 ? 'none' : { owner, revision, resources: desired };
  if (isReached && known.length === desired.length) return { before: undefined, leaving, after: undefined };

  // The same objects with another content: whatever happens, none is forgotten.
  if (stored && leaving.length === 0 && known.length === desired.length) return { before: undefined, leaving, after };

  const resources = [...desired, ...leaving.toReversed()];
  const before: SetRecord = {
    owner,
    ...(stored?.revision !== undefined && { revision: stored.revision }),
    pending: revision,
    resources,
  };
  const isNoted = stored?.pending === revision && sameList(known, resources);
  return { before: isNoted ? undefined : before, leaving, after };
}

function sameList(a: readonly Ref[], b: readonly Ref[]): boolean {
  return a.length === b.length && a.every((ref, at) => sameRef(ref, b[at] as Ref));
}
