import type { JsonObject } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';
import { type Comparison, compare } from './comparison.ts';
import { difference, differenceWithBelow, type Fields, fieldsAt, intersection, isEmpty, union } from './fields.ts';
import { identityOf, type ManagedEntry } from './managed-entry.ts';
import { reconciled } from './owned-fields.ts';

/** What is known of a kind: its types by API version, and how objects look in each. */
export interface KindView {
  /** Undefined for versions that are no longer served; who wrote through them owns nothing any more. */
  readonly typeIn: (apiVersion: string) => Type | undefined;
  readonly convert: (object: JsonObject, from: string, to: string) => JsonObject;
  /** Fields that a write through this path cannot change, so nobody owns them by it. */
  readonly reset: Fields;
}

/** An object in one API version. */
export interface Versioned {
  readonly object: JsonObject;
  readonly apiVersion: string;
}

/** Fields that the server keeps itself. Nobody owns them. */
const OWNED_BY_NOBODY = fieldsAt(
  ['apiVersion'],
  ['kind'],
  ['metadata'],
  ...['name', 'namespace', 'creationTimestamp', 'selfLink', 'uid', 'clusterName', 'generation', 'managedFields'].map(
    (name) => ['metadata', name],
  ),
  ['metadata', 'resourceVersion'],
);

export const withoutServerFields = (fields: Fields): Fields => difference(fields, OWNED_BY_NOBODY);

export function comparedIn(kind: KindView, before: Versioned, after: Versioned, version: string): Comparison {
  const type = kind.typeIn(version) as Type;
  const seen = ({ object, apiVersion }: Versioned): JsonObject =>
    apiVersion === version ? object : kind.convert(object, apiVersion, version);
  const { added, modified, removed } = compare(seen(before), seen(after), type);
  return {
    added: differenceWithBelow(added, kind.reset),
    modified: differenceWithBelow(modified, kind.reset),
    removed: differenceWithBelow(removed, kind.reset),
  };
}

/** The entries whose versions are still served, with their fields as the types have them now. */
export function current(entries: readonly ManagedEntry[], kind: KindView): ManagedEntry[] {
  return entries.flatMap((entry) => {
    const type = kind.typeIn(entry.apiVersion);
    return type ? [{ ...entry, fieldsV1: reconciled(entry.fieldsV1, type) }] : [];
  });
}

export interface HandOver {
  /** The others with what is left to them; those with nothing left are gone. */
  readonly left: readonly ManagedEntry[];
  /** What each of the others loses because its value changes. */
  readonly taken: readonly { readonly entry: ManagedEntry; readonly fields: Fields }[];
}

/** What a change takes from the managers other than the one that makes it. */
export function handOver(
  entries: readonly ManagedEntry[],
  kind: KindView,
  before: Versioned,
  after: Versioned,
  self?: string,
): HandOver {
  const comparisons = new Map<string, Comparison>();
  const left: ManagedEntry[] = [];
  const taken: { entry: ManagedEntry; fields: Fields }[] = [];
  for (const entry of entries) {
    if (identityOf(entry) === self) continue;
    const version = entry.apiVersion;
    const seen = comparisons.get(version) ?? comparedIn(kind, before, after, version);
    comparisons.set(version, seen);
    const lost = intersection(entry.fieldsV1, union(seen.modified, seen.added));
    if (!isEmpty(lost)) taken.push({ entry, fields: lost });
    const fieldsV1 = difference(difference(entry.fieldsV1, lost), seen.removed);
    if (!isEmpty(fieldsV1)) left.push({ ...entry, fieldsV1 });
  }
  return { left, taken };
}
