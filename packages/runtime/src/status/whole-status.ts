import { isDeepStrictEqual } from 'node:util';
import type { JsonPatchOperation } from '@slipway/kube/client';

type Fields = Readonly<Record<string, unknown>>;

/** What of a status is one writer's, and how it is compared. */
export interface StatusScope {
  /** The types of conditions that this writer has; those of other types belong to their writers. @default all */
  readonly conditionTypes?: ReadonlySet<string>;
  /** Fields that other writers own: neither compared nor written. @default none */
  readonly others?: readonly string[];
  /** Lists beside the conditions whose items are distinguished by a field: their order is the server's. @default none */
  readonly listKeys?: Readonly<Record<string, string>>;
  /** Fields that are no reason to write by themselves: the time of a write, for example. @default none */
  readonly incidental?: readonly string[];
}

/** The part of a status that its writer owns: every field but those of others, and the conditions of its own types. */
export function ownStatus(status: object | undefined, scope: StatusScope): Record<string, unknown> {
  const { others = [] } = scope;
  const entries = Object.entries(status ?? {})
    .filter(([name]) => !others.includes(name))
    .map(([name, value]) => [name, name === 'conditions' ? ownConditions(value, scope) : value] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

/** Whether two statuses say the same in what their writer owns. */
export function isSameStatus(one: object | undefined, other: object | undefined, scope: StatusScope): boolean {
  return isDeepStrictEqual(comparable(ownStatus(one, scope), scope), comparable(ownStatus(other, scope), scope));
}

/**
 * What makes a status as wanted after it was applied. An apply takes no value away that another manager has set, so a
 * foreign value in a field that is to be absent would be found, and written against, for ever.
 */
export function leftovers(stored: object | undefined, wanted: Fields, scope: StatusScope): JsonPatchOperation[] {
  const present = ownStatus(stored, scope);
  return Object.keys(present).flatMap((name): JsonPatchOperation[] => {
    const path = `/status/${name}`;
    if (isDeepStrictEqual(inOrder(name, present[name], scope), inOrder(name, wanted[name], scope))) return [];
    const foreign = name === 'conditions' ? foreignConditions((stored as Fields)[name], scope) : [];
    const value = foreign.length > 0 ? [...listOf(wanted[name]), ...foreign] : wanted[name];
    return value === undefined ? [{ op: 'remove', path }] : [{ op: 'replace', path, value }];
  });
}

/** What makes a status as wanted at once, without an apply. */
export function wholeStatus(stored: object | undefined, wanted: Fields, scope: StatusScope): JsonPatchOperation[] {
  // Without a status there is nothing that a member could be put into.
  if (stored === undefined) return [];
  const isNew = (name: string): boolean => !(name in stored);
  const added = Object.keys(wanted).filter(isNew);
  const adding = added.map((name) => ({ op: 'add', path: `/status/${name}`, value: wanted[name] }) as const);
  return [...leftovers(stored, wanted, scope), ...adding];
}

function comparable(status: Fields, scope: StatusScope): Fields {
  const { incidental = [] } = scope;
  const compared = Object.entries(status).filter(([name]) => !incidental.includes(name));
  return Object.fromEntries(compared.map(([name, value]) => [name, inOrder(name, value, scope)]));
}

function inOrder(name: string, value: unknown, { listKeys = {} }: StatusScope): unknown {
  const key = name === 'conditions' ? 'type' : listKeys[name];
  if (key === undefined || !Array.isArray(value)) return value;
  const keyOf = (item: unknown): string => String((item as Fields)[key]);
  return value.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function isOwn(condition: unknown, { conditionTypes }: StatusScope): boolean {
  return conditionTypes?.has(String((condition as { type?: unknown } | null)?.type)) ?? true;
}

function ownConditions(conditions: unknown, scope: StatusScope): unknown {
  const own = listOf(conditions).filter((one) => isOwn(one, scope));
  return own.length > 0 ? own : undefined;
}

const foreignConditions = (conditions: unknown, scope: StatusScope): readonly unknown[] =>
  listOf(conditions).filter((one) => !isOwn(one, scope));
