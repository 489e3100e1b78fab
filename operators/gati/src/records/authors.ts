import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { LABELS, MANAGER } from '../names/index.ts';

/** Whether the operator made this record for the handler; every other one is a user's. */
export function isOperatorAuthored({ metadata }: ReadVersion, handler: ReadHandler): boolean {
  return (
    metadata.labels?.[LABELS.managedBy] === MANAGER &&
    (metadata.ownerReferences ?? []).some(
      ({ kind, uid, controller }) => kind === 'GatiHandler' && uid === handler.metadata.uid && controller === true,
    )
  );
}

/** Oldest first; of the same second, by name. Creation times are of one form, so their text can be compared. */
export function byAge(a: ReadVersion, b: ReadVersion): number {
  return (
    compare(a.metadata.creationTimestamp, b.metadata.creationTimestamp) || compare(a.metadata.name, b.metadata.name)
  );
}

function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
