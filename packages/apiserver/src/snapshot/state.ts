import type { KubeObject } from '../objects/index.ts';
import type { Store, StoredObject, StoreState } from '../store/index.ts';
import type { LogRecord } from './record.ts';

/** Everything that the store holds, as records. */
export function* recordsOf(store: Store): Iterable<LogRecord> {
  yield { localcluster: 1, revision: store.revision };
  for (const { collection, key, object, storedAs } of store.all()) {
    yield { put: collection, key, object, ...(storedAs !== undefined && { as: storedAs }) };
  }
}

/** What records add up to; undefined when they do not begin as they should. */
export function stateOf(records: readonly LogRecord[]): StoreState | undefined {
  const [first, ...rest] = records;
  if (!first || !('localcluster' in first)) return undefined;
  const objects = new Map<string, StoredObject>();
  let { revision } = first;
  for (const record of rest) {
    if ('put' in record) {
      const { put: collection, key, object, as: storedAs } = record;
      objects.set(`${collection} ${key}`, { collection, key, object, storedAs });
      revision = Math.max(revision, revisionOf(object));
    } else if ('remove' in record) {
      objects.delete(`${record.remove} ${record.key}`);
      revision = record.revision;
    }
  }
  return { revision, objects: [...objects.values()] };
}

function revisionOf({ metadata }: KubeObject): number {
  return Number(metadata.resourceVersion ?? 0);
}
