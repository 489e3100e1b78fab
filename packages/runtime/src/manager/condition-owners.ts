import type { FieldSet } from '@slipway/kube/apply';
import type { Condition } from '../status/index.ts';

/** The field set of the list of conditions, in what a manager owns of a status. */
function listIn(fields: FieldSet | undefined): FieldSet | undefined {
  return fields?.['f:status']?.['f:conditions'];
}

const keysOf = (list: FieldSet): string[] => Object.keys(list).filter((path) => path.startsWith('k:'));

/** Whether the owner of this set owns entries, not the list as a whole; undefined where it owns no condition. */
export function ownsEntries(fields: FieldSet | undefined): boolean | undefined {
  const list = listIn(fields);
  return list && keysOf(list).length > 0;
}

/**
 * Which of the conditions are what this owner has set. An entry of which it only has the key was set anew by another
 * manager; a list without keys (`listType=atomic`, or no schema) has one owner, who set all of it.
 */
export function setBy(fields: FieldSet | undefined, conditions: readonly Condition[]): readonly Condition[] {
  const list = listIn(fields);
  if (!list) return [];
  if (keysOf(list).length === 0) return conditions;
  return conditions.filter(({ type }) => list[`k:${JSON.stringify({ type })}`]?.['f:status'] !== undefined);
}
