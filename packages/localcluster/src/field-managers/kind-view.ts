import type { KindView } from '../apply/index.ts';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { apiVersion, conversionOf, type Resource, type ServedVersion } from '../resources/index.ts';
import { builtInType, customType, DEDUCED, emptyObject, type Type } from '../schemas/index.ts';
import { resetFields } from './reset-fields.ts';

const customTypes = new WeakMap<ServedVersion, Type>();

/** The type of a kind in a version in which it is served. */
export function typeOfKind(resource: Resource, served: ServedVersion): Type {
  if (!resource.custom) return builtInType(apiVersion(resource.group, served.version), resource.kind) ?? DEDUCED;
  let type = customTypes.get(served);
  if (!type) customTypes.set(served, (type = customType(served.schema)));
  return type;
}

/** What merging has to know of a kind for a write through one of its paths. */
export function kindView(resource: Resource, served: ServedVersion, subresource: string | undefined): KindView {
  return {
    typeIn: (version) => {
      const own = resource.versions.find((one) => apiVersion(resource.group, one.version) === version);
      if (own) return typeOfKind(resource, own);
      return conversionOf(resource) || isConverted(resource) ? builtInType(version, resource.kind) : undefined;
    },
    convert: (object, from, to) => converted(object as unknown as KubeObject, from, to) as unknown as JsonObject,
    reset: resetFields(resource, served, subresource),
  };
}

/** Events are the one built-in kind that two groups show, each in its own words. */
const EVENTS = { group: 'events.k8s.io', plural: 'events' } as const;

function isConverted({ collection, custom }: Resource): boolean {
  return collection === 'events' && !custom;
}

function converted(object: KubeObject, from: string, to: string): KubeObject {
  const conversion = conversionOf(EVENTS as Resource);
  const isNew = (version: string): boolean => version.startsWith(`${EVENTS.group}/`);
  if (!conversion || isNew(from) === isNew(to)) return object;
  return isNew(to) ? conversion.fromStored(object) : conversion.toStored(object);
}

/** The status of a new object before anybody wrote one: built-in kinds have one, custom kinds do not. */
export function emptyStatus(resource: Resource, served: ServedVersion): JsonObject | undefined {
  if (resource.custom) return undefined;
  const field = typeOfKind(resource, served).map?.fields.get('status');
  return field?.isStruct ? emptyObject(field.type) : undefined;
}
