/** What is known of an owner that an object names. */
export interface OwnerState {
  readonly uid: string;
  /** Waiting: it is deleted in the foreground and waits for its dependents. */
  readonly state: 'present' | 'absent' | 'waiting' | 'unknown';
}

export type Fate =
  | { readonly do: 'keep' }
  /** Take these owners off it. */
  | { readonly do: 'release'; readonly uids: readonly string[] }
  | { readonly do: 'delete'; readonly policy: 'Background' | 'Foreground' | 'Orphan' };

/**
 * What becomes of an object with these owners. One owner that is there keeps it; with an owner of which
 * nothing is known nothing is done.
 */
export function fateOf(owners: readonly OwnerState[], hasDependents: boolean, finalizers: readonly string[]): Fate {
  const has = (state: OwnerState['state']): boolean => owners.some((owner) => owner.state === state);
  if (owners.length === 0 || has('unknown')) return { do: 'keep' };
  if (has('present')) {
    const uids = owners.filter(({ state }) => state !== 'present').map(({ uid }) => uid);
    return uids.length === 0 ? { do: 'keep' } : { do: 'release', uids };
  }
  if (has('waiting') && hasDependents) return { do: 'delete', policy: 'Foreground' };
  if (finalizers.includes('orphan')) return { do: 'delete', policy: 'Orphan' };
  return { do: 'delete', policy: finalizers.includes('foregroundDeletion') ? 'Foreground' : 'Background' };
}
