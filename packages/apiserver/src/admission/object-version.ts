import { decodedCustom } from '../custom/index.ts';
import { typeOfKind } from '../field-managers/index.ts';
import { kindRules } from '../kinds/index.ts';
import { shapeMetadata } from '../metadata/index.ts';
import { isJsonObject, type JsonObject, type KubeObject, without } from '../objects/index.ts';
import { apiVersion, conversionOf, type Resource, type ServedVersion } from '../resources/index.ts';
import { decoded } from '../schemas/index.ts';

/** An object as a version shows it. */
export function shownIn(resource: Resource, served: ServedVersion, object: KubeObject): JsonObject {
  const shown = conversionOf(resource, served)?.fromStored(object) ?? object;
  const { metadata } = shown;
  return {
    kind: resource.kind,
    apiVersion: apiVersion(resource.group, served.version),
    ...shown,
    // What is not stored yet holds the place of its version, and has none.
    ...(metadata.resourceVersion === '' && { metadata: without(metadata, 'resourceVersion') }),
  } as unknown as JsonObject;
}

/** A kind in the version in which an object is looked at. */
interface Seen {
  readonly resource: Resource;
  readonly served: ServedVersion;
}

/** The object that a version shows in this way. What the kind does not know is dropped. */
function storedFrom({ resource, served }: Seen, shown: JsonObject, onUnknown: (path: string) => void): KubeObject {
  const shaped = shapeMetadata(shown['metadata'], resource.kind);
  const fields = resource.custom
    ? decodedCustom(shown, { resource, served }, resource.kind, onUnknown)
    : decoded(shown, typeOfKind(resource, served), onUnknown);
  const object = {
    ...without(isJsonObject(fields) ? fields : {}, 'kind', 'apiVersion'),
    metadata: shaped,
  } as KubeObject;
  return conversionOf(resource, served)?.toStored(object) ?? object;
}

/** The same with the kind's defaults, as a changed object goes on. */
export function defaultedFrom(
  seen: Seen,
  shown: JsonObject,
  old: KubeObject | undefined,
  onUnknown: (path: string) => void = () => {},
): KubeObject {
  const stored = storedFrom(seen, shown, onUnknown);
  return kindRules(seen.resource).default?.(stored, old) ?? stored;
}
