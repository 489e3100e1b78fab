import type { KubeObject } from '../objects/index.ts';
import type { Resource, ServedVersion } from '../resources/index.ts';
import { Entry } from '../store/index.ts';
import { prunedCustom, readCustom } from './schema.ts';

interface Path {
  readonly resource: Resource;
  readonly served: ServedVersion;
}

/** What is known of entries in a version. A definition that changes has other versions, which know nothing yet. */
const views = new WeakMap<ServedVersion, WeakMap<Entry, Entry>>();

function viewsIn(served: ServedVersion): WeakMap<Entry, Entry> {
  let known = views.get(served);
  if (!known) views.set(served, (known = new WeakMap()));
  return known;
}

/**
 * A stored object as a version shows it: read by the schema of the version it is stored in, with
 * defaults that came later and without fields that went, then converted. Made once per entry.
 */
export function shownIn(resource: Resource, served: ServedVersion, entry: Entry): Entry {
  const known = viewsIn(served);
  let shown = known.get(entry);
  if (!shown) known.set(entry, (shown = shownNow(resource, served, entry)));
  return shown;
}

function shownNow(resource: Resource, served: ServedVersion, entry: Entry): Entry {
  const storedAs = entry.storedAs ?? served.version;
  const read = readCustom(entry.object, resource, storedAs);
  const object = storedAs === served.version ? read : prunedCustom(read, resource, served.version);
  return object === entry.object ? entry : new Entry(entry.key, object, entry.revision, served.version);
}

/** An object that is not stored, as its version shows it. */
export function shownEntry({ resource, served }: Path, key: string, object: KubeObject, revision: number): Entry {
  return new Entry(key, object, revision, resource.custom ? served.version : undefined);
}

/** The form in which an object is stored. */
export function storedForm(
  { resource, served }: Path,
  object: KubeObject,
): { readonly object: KubeObject; readonly storedAs: string | undefined } {
  if (!resource.custom) return { object, storedAs: undefined };
  const { storageVersion: storedAs = served.version } = resource;
  return {
    object: storedAs === served.version ? object : prunedCustom(object, resource, storedAs),
    storedAs,
  };
}

/** What was written in the version in which it is stored need not be read again. */
export function rememberShown({ resource, served }: Path, entry: Entry): Entry {
  if (resource.custom && entry.storedAs === served.version) viewsIn(served).set(entry, entry);
  return entry;
}
