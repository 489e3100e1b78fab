import type { KubeObject } from '../objects/index.ts';
import type { Resource, ServedVersion } from '../resources/index.ts';
import { StatusError } from '../status/index.ts';
import { type Converted, Entry } from '../store/index.ts';
import type { AskConverter } from './conversion-hook.ts';
import { converted, inAllVersions, isConverted, knownIn } from './conversions.ts';
import { prunedCustom, readCustom } from './schema.ts';

interface Path {
  readonly resource: Resource;
  readonly served: ServedVersion;
}

/** How an object is stored: as what, and what it is in other versions where a converter says so. */
export interface StoredForm {
  readonly object: KubeObject;
  readonly storedAs: string | undefined;
  readonly converted?: Converted;
}

/** What is known of entries in a version. A definition that changes has other versions, which know nothing yet. */
const views = new WeakMap<ServedVersion, WeakMap<Entry, Entry>>();

/** Forms for which a converter was asked already. */
const forms = new WeakMap<KubeObject, StoredForm>();

function viewsIn(served: ServedVersion): WeakMap<Entry, Entry> {
  let known = views.get(served);
  if (!known) views.set(served, (known = new WeakMap()));
  return known;
}

/**
 * A stored object as a version shows it: read by the schema of the version it is stored in, with
 * defaults that came later and without fields that went, then converted. Made once per entry. Where
 * a webhook converts, `prepareViews` has to come first.
 */
export function shownIn(resource: Resource, served: ServedVersion, entry: Entry): Entry {
  const known = viewsIn(served);
  let shown = known.get(entry);
  if (!shown) known.set(entry, (shown = shownNow(resource, served, entry)));
  return shown;
}

function shownNow(resource: Resource, { version }: ServedVersion, entry: Entry): Entry {
  const { storedAs = version } = entry;
  if (storedAs !== version && isConverted(resource)) {
    const body = knownIn(resource, version, entry);
    if (!body) throw new StatusError(500, '', `${resource.kind} ${entry.key} could not be converted to ${version}`);
    return viewOf(entry, body, resource, version);
  }
  const read = readCustom(entry.object, resource, storedAs);
  if (storedAs !== version) return viewOf(entry, read, resource, version);
  return read === entry.object ? entry : new Entry(entry.key, read, entry.revision, version);
}

function viewOf({ key, revision }: Entry, object: KubeObject, resource: Resource, version: string): Entry {
  return new Entry(key, prunedCustom(object, resource, version), revision, version);
}

/** Asks the converter of a kind, where it has one, for what is not known of these entries: all in one review. */
export async function prepareViews(
  ask: AskConverter | undefined,
  { resource, served }: Path,
  entries: readonly Entry[],
): Promise<void> {
  const { version } = served;
  if (!ask || !isConverted(resource)) return;
  const known = viewsIn(served);
  const unknown = entries.filter((entry) => !known.has(entry) && !knownIn(resource, version, entry));
  for (const storedAs of new Set(unknown.map((entry) => entry.storedAs ?? version))) {
    if (storedAs === version) continue;
    const group = unknown.filter((entry) => entry.storedAs === storedAs);
    const objects = group.map(({ object }) => readCustom(object, resource, storedAs));
    const bodies = await converted(ask, resource, objects, storedAs, version);
    for (const [index, entry] of group.entries()) {
      known.set(entry, viewOf(entry, bodies[index] as KubeObject, resource, version));
    }
  }
}

/** An object that is not stored, as its version shows it. */
export function shownEntry({ resource, served }: Path, key: string, object: KubeObject, revision: number): Entry {
  return new Entry(key, object, revision, resource.custom ? served.version : undefined);
}

/** The form in which an object is stored. One that had to be asked for stays as it came unless it was. */
export function storedForm({ resource, served }: Path, object: KubeObject): StoredForm {
  if (!resource.custom) return { object, storedAs: undefined };
  const { storageVersion: storedAs = served.version } = resource;
  const form = forms.get(object);
  if (form) return form;
  if (storedAs === served.version || isConverted(resource)) return { object, storedAs: served.version };
  return { object: prunedCustom(object, resource, storedAs), storedAs };
}

/** Asks the converter for the form in which an object is stored, and for all others in which it is shown. */
export async function prepareForm(ask: AskConverter, { resource, served }: Path, object: KubeObject): Promise<void> {
  const { storageVersion: storedAs = served.version } = resource;
  const [body = object] =
    storedAs === served.version ? [object] : await converted(ask, resource, [object], served.version, storedAs);
  const form = storedAs === served.version ? body : prunedCustom(body, resource, storedAs);
  forms.set(object, { object: form, storedAs, converted: await inAllVersions(ask, resource, form, storedAs) });
}

/** What was written in the version in which it is stored need not be read again. */
export function rememberShown({ resource, served }: Path, entry: Entry): Entry {
  if (resource.custom && entry.storedAs === served.version) viewsIn(served).set(entry, entry);
  return entry;
}
