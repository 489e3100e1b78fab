import { decodedCustom } from '../custom/index.ts';
import { typeOfKind } from '../field-managers/index.ts';
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

/** The object that a version shows in this way, with defaults. What the kind does not know is dropped. */
export function storedFrom(resource: Resource, served: ServedVersion, shown: JsonObject): KubeObject {
  const shaped = shapeMetadata(shown['metadata'], resource.kind);
  const fields = resource.custom
    ? decodedCustom(shown, { resource, served }, resource.kind, () => {})
    : decoded(shown, typeOfKind(resource, served), () => {});
  const object = {
    ...without(isJsonObject(fields) ? fields : {}, 'kind', 'apiVersion'),
    metadata: shaped,
  } as KubeObject;
  return conversionOf(resource, served)?.toStored(object) ?? object;
}
