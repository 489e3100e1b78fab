import type { KindView } from '../apply/index.ts';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { apiVersion, type Conversion, conversionOf, type Resource, type ServedVersion } from '../resources/index.ts';
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
      const isEvent = !resource.custom && resource.plural === 'events' && EVENT_GROUPS.includes(version);
      return isEvent ? builtInType(version, resource.kind) : undefined;
    },
    convert: (object, from, to) =>
      (resource.custom
        ? object
        : converted(resource, object as unknown as KubeObject, from, to)) as unknown as JsonObject,
    reset: resetFields(resource, served, subresource),
  };
}

/** Events are the one built-in kind that two groups show, each in its own words. */
const EVENT_GROUPS = ['v1', 'events.k8s.io/v1'];

function converted({ group, plural }: Resource, object: KubeObject, from: string, to: string): KubeObject {
  const conversion = (apiVersion: string): Conversion | undefined => {
    const [first = '', second] = apiVersion.split('/');
    const owner = EVENT_GROUPS.includes(apiVersion) && plural === 'events' ? { group: second ? first : '' } : { group };
    return conversionOf({ ...owner, plural }, { version: second ?? first });
  };
  const stored = conversion(from)?.toStored(object) ?? object;
  return conversion(to)?.fromStored(stored) ?? stored;
}

/** The status of a new object before anybody wrote one: built-in kinds have one, custom kinds do not. */
export function emptyStatus(resource: Resource, served: ServedVersion): JsonObject | undefined {
  if (resource.custom) return undefined;
  // In the form in which it is stored, whichever version it was created in.
  const field = typeOfKind(resource, resource.versions[0] ?? served).map?.fields.get('status');
  return field?.isStruct ? emptyObject(field.type) : undefined;
}
