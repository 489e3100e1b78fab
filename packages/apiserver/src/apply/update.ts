import type { JsonObject } from '../objects/index.ts';
import { type Fields, isEmpty, union } from './fields.ts';
import { entryOf, identityOf, type ManagedEntry, type Writer } from './managed-entry.ts';
import { comparedIn, current, handOver, type KindView, withoutServerFields } from './ownership.ts';

/** More update entries than this are joined, oldest first. */
const MOST_UPDATE_ENTRIES = 10;
const JOINED = 'ancient-changes';

export interface Update {
  readonly kind: KindView;
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly entries: readonly ManagedEntry[];
  readonly writer: Writer;
  readonly now: string;
}

/**
 * Who owns what after a write that is not an apply: the writer owns what it changed, every other manager
 * loses that and what is gone. A write that changes nothing leaves the entries as they are.
 */
export function update({ kind, before, after, entries, writer, now }: Update): ManagedEntry[] {
  const { apiVersion } = writer;
  const earlier = { object: before, apiVersion };
  const later = { object: after, apiVersion };
  const { left } = handOver(current(entries, kind), kind, earlier, later);
  const { added, modified } = comparedIn(kind, earlier, later, apiVersion);
  const changed = withoutServerFields(union(modified, added));
  return isEmpty(changed) ? [...left] : capped(withChanges(left, writer, changed, now));
}

function withChanges(left: readonly ManagedEntry[], writer: Writer, changed: Fields, now: string): ManagedEntry[] {
  const mine = entryOf(writer, 'Update', changed, now);
  const self = identityOf(mine);
  const previous = left.find((entry) => identityOf(entry) === self);
  const others = left.filter((entry) => entry !== previous);
  return [...others, previous ? { ...mine, fieldsV1: union(changed, previous.fieldsV1) } : mine];
}

/** Entries of one version are joined until there are few enough. */
function capped(entries: readonly ManagedEntry[]): ManagedEntry[] {
  const updates = entries.filter(({ operation }) => operation === 'Update').sort(byAge);
  let excess = updates.length - MOST_UPDATE_ENTRIES;
  const kept = new Set(entries);
  const first = new Map<string, ManagedEntry>();
  for (const entry of updates) {
    if (excess <= 0) break;
    const earlier = first.get(entry.apiVersion);
    if (!earlier) {
      first.set(entry.apiVersion, entry);
      continue;
    }
    kept.delete(earlier);
    kept.delete(entry);
    const { apiVersion } = entry;
    const both = union(entry.fieldsV1, earlier.fieldsV1);
    const joined = entryOf({ manager: JOINED, apiVersion }, 'Update', both, entry.time);
    kept.add(joined);
    first.set(apiVersion, joined);
    excess--;
  }
  return [...kept];
}

function byAge(a: ManagedEntry, b: ManagedEntry): number {
  const [older, other] = [a.time ?? '', b.time ?? ''];
  if (older !== other) return older < other ? -1 : 1;
  return identityOf(a) < identityOf(b) ? -1 : 1;
}
