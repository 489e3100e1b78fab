import { isEqual, type JsonObject } from '../objects/index.ts';
import type { Type } from '../schemas/index.ts';
import { difference, differenceWithBelow, type Fields, isEmpty, pathsOf } from './fields.ts';
import { entryOf, identityOf, type ManagedEntry, type Writer } from './managed-entry.ts';
import { merge } from './merge.ts';
import { fieldsOf } from './owned-fields.ts';
import { current, handOver, type KindView, withoutServerFields } from './ownership.ts';
import { sorted } from './path-element.ts';
import { prune } from './prune.ts';

export interface Application {
  readonly kind: KindView;
  /** The object as it is, without managedFields; the empty object of its kind where there is none yet. */
  readonly live: JsonObject;
  readonly intent: JsonObject;
  readonly entries: readonly ManagedEntry[];
  readonly writer: Writer;
  /** Take fields that others own with other values instead of refusing. */
  readonly force: boolean;
  readonly now: string;
}

/** A field that another manager owns with another value. */
export interface Conflict {
  readonly entry: ManagedEntry;
  readonly path: readonly string[];
}

export type Applied =
  | { readonly object: JsonObject; readonly entries: readonly ManagedEntry[] }
  | { readonly conflicts: readonly Conflict[] };

/**
 * Server-side apply: the live object with what the intent sets and without what the same manager
 * applied before, left out now and nobody else owns. The manager owns exactly what it applied.
 */
export function apply({ kind, live, intent, entries, writer, force, now }: Application): Applied {
  const { apiVersion } = writer;
  const type = kind.typeIn(apiVersion) as Type;
  const known = current(entries, kind);
  const set = differenceWithBelow(fieldsOf(intent, type), kind.reset);
  const self = identityOf(entryOf(writer, 'Apply', set, undefined));
  const last = known.find((entry) => identityOf(entry) === self);
  const others = known.filter((entry) => entry !== last);
  const merged = { object: merge(live, intent, type) as JsonObject, apiVersion };
  const wanted = [...others, entryOf(writer, 'Apply', set, last?.time)];
  const object = last && releases(last, set, apiVersion) ? prune(kind, merged, last, wanted) : merged.object;

  const { left, taken } = handOver(others, kind, { object: live, apiVersion }, { object, apiVersion });
  if (taken.length > 0 && !force) return { conflicts: conflictsOf(taken) };
  const owned = withoutServerFields(set);
  // An apply that changes nothing has no time of its own (K-69).
  const time = isEqual(live, object) ? last?.time : now;
  return { object, entries: isEmpty(owned) ? left : [...left, entryOf(writer, 'Apply', owned, time)] };
}

/** Whether something that was applied last time is left out now; most applies repeat the fields of the last. */
function releases(last: ManagedEntry, set: Fields, apiVersion: string): boolean {
  return last.apiVersion !== apiVersion || !isEmpty(difference(last.fieldsV1, set));
}

function conflictsOf(taken: readonly { readonly entry: ManagedEntry; readonly fields: Fields }[]): Conflict[] {
  return taken
    .map(({ entry, fields }) => ({ entry, id: identityOf(entry), fields }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ entry, fields }) => [...pathsOf(sorted(fields))].map((path) => ({ entry, path })));
}
