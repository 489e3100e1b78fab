import { type ManagedEntry, update, type Writer } from '../apply/index.ts';
import { type JsonObject, type KubeObject, type ObjectMeta, without } from '../objects/index.ts';
import { apiVersion, conversionOf, type Resource, type ServedVersion } from '../resources/index.ts';
import { emptyObject } from '../schemas/index.ts';
import { decodeEntries, encodeEntries, isReset } from './entries.ts';
import { kindView, typeOfKind } from './kind-view.ts';

/** A path through which objects are written. */
export interface WritePath {
  readonly resource: Resource;
  readonly served: ServedVersion;
  readonly subresource?: string | undefined;
}

export interface Write {
  readonly path: WritePath;
  readonly manager: string;
  /** As objects carry it. */
  readonly now: string;
}

type Wire = ObjectMeta['managedFields'];

/** An object as the path shows it, without its owners. */
export function shownOn({ resource, served }: WritePath, object: KubeObject): JsonObject {
  const shown = conversionOf(resource, served)?.fromStored(object) ?? object;
  return { ...shown, metadata: without(shown.metadata, 'managedFields') } as unknown as JsonObject;
}

export function writerOf({ path, manager }: Write): Writer {
  const { resource, served, subresource } = path;
  return {
    manager,
    apiVersion: apiVersion(resource.group, served.version),
    ...(subresource !== undefined && { subresource }),
  };
}

/** What there is before an object is created. */
export function nothingOn({ resource, served }: WritePath): JsonObject {
  return resource.custom ? {} : emptyObject(typeOfKind(resource, served));
}

/** Who owns a new object: its creator owns all that it has, defaults included (K-78). */
export function ownersAtCreate(write: Write, object: KubeObject): Wire {
  return tracked(write, nothingOn(write.path), object, []);
}

/**
 * Who owns an object after a write that is not an apply. A client may also write the entries
 * themselves (K-61); through a subresource it may not.
 */
export function ownersAtUpdate(write: Write, old: KubeObject, wanted: KubeObject): Wire {
  const given = write.path.subresource === undefined ? wanted.metadata.managedFields : undefined;
  const stored = decodeEntries(old.metadata.managedFields) ?? [];
  const entries = isReset(given) ? [] : given?.length ? (decodeEntries(given) ?? stored) : stored;
  // Nobody was tracked so far: the first apply begins with it.
  if (entries.length === 0) return undefined;
  return tracked(write, shownOn(write.path, old), wanted, entries);
}

function tracked(write: Write, before: JsonObject, after: KubeObject, entries: readonly ManagedEntry[]): Wire {
  const { resource, served, subresource } = write.path;
  const changed = update({
    kind: kindView(resource, served, subresource),
    before,
    after: shownOn(write.path, after),
    entries,
    writer: writerOf(write),
    now: write.now,
  });
  return encodeEntries(changed, entries);
}
