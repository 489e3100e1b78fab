import type { JsonObject } from '../objects/index.ts';
import type { Attributes, DeleteOptions, Kernel, Operation } from '../operations/index.ts';
import type { Resource, ServedVersion } from '../resources/index.ts';

/** What a request is about, in one of the versions in which it can be seen. */
export interface Requested {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly subresource: string;
  readonly kind: JsonObject;
  readonly resource: Resource;
  readonly served: ServedVersion;
}

/** As the client asked. */
export function requestedOf({ target }: Attributes): Requested {
  return seenAs(target.resource, target.served, target.subresource);
}

function seenAs(resource: Resource, served: ServedVersion, subresource = ''): Requested {
  const sub = served.subresources.find((one) => one.name === subresource);
  const kind = {
    group: sub?.group ?? resource.group,
    version: sub?.version ?? served.version,
    kind: sub?.kind ?? resource.kind,
  };
  const { group, plural } = resource;
  return { group, version: served.version, plural, subresource, kind, resource, served };
}

/** The other ways to see the same objects: other versions, and resources that share them. */
export function equivalentsOf({ target }: Attributes, registry: Kernel['registry']): Requested[] {
  const { resource, served, subresource } = target;
  return sharingWith(resource, registry).flatMap((other) =>
    other.versions
      .filter((version) => other !== resource || version !== served)
      .filter((version) => !subresource || version.subresources.some(({ name }) => name === subresource))
      .map((version) => seenAs(other, version, subresource)),
  );
}

const sharing = new WeakMap<Resource, readonly Resource[]>();

/** The resources that show the objects of this one. Those of built-in kinds never change. */
function sharingWith(resource: Resource, registry: Kernel['registry']): readonly Resource[] {
  if (resource.custom) return [resource];
  let known = sharing.get(resource);
  if (!known) {
    known = registry.resources().filter((other) => !other.custom && other.collection === resource.collection);
    sharing.set(resource, known);
  }
  return known;
}

/** The namespace of a request. Namespaces are in themselves. */
export function namespaceOf({ target, object }: Attributes): string {
  if (target.resource.collection !== 'namespaces') return target.namespace ?? '';
  return target.name ?? object?.metadata.name ?? '';
}

/** What those who decide about a request get of it, apart from the objects. */
export function requestFields(attributes: Attributes, seen: Requested): JsonObject {
  const { target, operation, options } = attributes;
  const asked = requestedOf(attributes);
  const namespace = namespaceOf(attributes);
  return {
    kind: seen.kind,
    resource: resourceOf(seen),
    ...(seen.subresource && { subResource: seen.subresource }),
    requestKind: asked.kind,
    requestResource: resourceOf(asked),
    ...(asked.subresource && { requestSubResource: asked.subresource }),
    ...(target.name && { name: target.name }),
    ...(namespace && { namespace }),
    operation,
    userInfo: userInfoOf(attributes),
    dryRun: options.dryRun ?? false,
    options: optionsOf(attributes),
  };
}

function resourceOf({ group, version, plural }: Requested): JsonObject {
  return { group, version, resource: plural };
}

function userInfoOf({ options }: Attributes): JsonObject {
  const { name = '', groups = [], uid, extra } = options.user ?? {};
  return {
    ...(name !== '' && { username: name }),
    ...(uid && { uid }),
    ...(groups.length > 0 && { groups }),
    ...(extra && Object.keys(extra).length > 0 && { extra }),
  };
}

const OPTION_KINDS: Readonly<Record<Operation, string>> = {
  CREATE: 'CreateOptions',
  UPDATE: 'UpdateOptions',
  DELETE: 'DeleteOptions',
  CONNECT: 'ConnectOptions',
};

/** The options of a request, as an object of their own kind. */
function optionsOf({ operation, options, target, old }: Attributes): JsonObject {
  const type = { kind: OPTION_KINDS[operation], apiVersion: 'meta.k8s.io/v1' };
  const dryRun = options.dryRun ? { dryRun: ['All'] } : {};
  if (operation === 'DELETE') {
    const { gracePeriodSeconds, propagationPolicy, ...given } = options as DeleteOptions;
    // A namespace is deleted as the one that it is, not as one of its name.
    const own = target.resource.collection === 'namespaces' && old?.metadata.uid ? { uid: old.metadata.uid } : {};
    const preconditions = { ...own, ...given.preconditions };
    return {
      ...type,
      ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
      ...(Object.keys(preconditions).length > 0 && { preconditions }),
      ...(propagationPolicy !== undefined && { propagationPolicy }),
      ...dryRun,
    };
  }
  const fieldManager = options.query?.get('fieldManager');
  const fieldValidation = options.query?.get('fieldValidation');
  return { ...type, ...dryRun, ...(fieldManager && { fieldManager }), ...(fieldValidation && { fieldValidation }) };
}
