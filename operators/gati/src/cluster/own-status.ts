import { isDeepStrictEqual } from 'node:util';
import type { PatchOperation } from '@gati-framework/contracts/deployment';

type Fields = Readonly<Record<string, unknown>>;

/** The types of conditions that this operator writes. Those of other types belong to their writers. */
const OWN_CONDITIONS: ReadonlySet<unknown> = new Set([
  'Accepted',
  'Compatible',
  'Conflicted',
  'Deleting',
  'Drained',
  'NetworkIsolated',
  'Progressing',
  'Ready',
  'Released',
  'Resolved',
  'Routed',
  'Scaled',
  'Synced',
  'WeightsValid',
]);

/** Lists whose items are told apart by a field: their order is the server's. */
const KEYS: Readonly<Record<string, string>> = { conditions: 'type', versions: 'name' };

/**
 * The part of a status that the operator owns: every field of its schema but those that are named as others', and of
 * the conditions those of its own types.
 */
export function ownStatus(status: object | undefined, others: readonly string[] = []): Record<string, unknown> {
  const entries = Object.entries(status ?? {})
    .filter(([name]) => !others.includes(name))
    .map(([name, value]) => [name, name === 'conditions' ? ownConditions(value) : value] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** Whether two statuses say the same in what the operator owns; when that was written down is no part of it. */
export function isSameStatus(one: object | undefined, other: object | undefined, others?: readonly string[]): boolean {
  return isDeepStrictEqual(comparable(ownStatus(one, others)), comparable(ownStatus(other, others)));
}

/**
 * What makes a status as wanted after it was applied. An apply takes no value away that another manager has set, so a
 * foreign value in a field that is to be absent would be found, and written against, for ever.
 */
export function leftovers(
  stored: object | undefined,
  wanted: Fields,
  others: readonly string[] = [],
): PatchOperation[] {
  const present = ownStatus(stored, others);
  return Object.keys(present).flatMap((name): PatchOperation[] => {
    const path = `/status/${name}`;
    if (isDeepStrictEqual(inOrder(name, present[name]), inOrder(name, wanted[name]))) return [];
    const foreign = name === 'conditions' ? foreignConditions((stored as Fields)[name]) : [];
    const value = foreign.length > 0 ? [...listOf(wanted[name]), ...foreign] : wanted[name];
    return value === undefined ? [{ op: 'remove', path }] : [{ op: 'replace', path, value }];
  });
}

/** What makes a status as wanted at once, without an apply. */
export function wholeStatus(
  stored: object | undefined,
  wanted: Fields,
  others: readonly string[] = [],
): PatchOperation[] {
  // Without a status there is nothing that a member could be put into.
  if (stored === undefined) return [];
  const isNew = (name: string): boolean => !(name in stored);
  const added = Object.keys(wanted).filter(isNew);
  const adding = added.map((name) => ({ op: 'add', path: `/status/${name}`, value: wanted[name] }) as const);
  return [...leftovers(stored, wanted, others), ...adding];
}

function comparable({ lastUpdated: _at, ...status }: Record<string, unknown>): Fields {
  return Object.fromEntries(Object.entries(status).map(([name, value]) => [name, inOrder(name, value)]));
}

function inOrder(name: string, value: unknown): unknown {
  const key = KEYS[name];
  if (key === undefined || !Array.isArray(value)) return value;
  const keyOf = (item: unknown): string => String((item as Fields)[key]);
  return value.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);
const isOwn = (condition: unknown): boolean => OWN_CONDITIONS.has((condition as { type?: unknown } | null)?.type);

function ownConditions(conditions: unknown): unknown {
  const own = listOf(conditions).filter(isOwn);
  return own.length > 0 ? own : undefined;
}

const foreignConditions = (conditions: unknown): readonly unknown[] => listOf(conditions).filter((one) => !isOwn(one));
