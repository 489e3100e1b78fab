import { createHash } from 'node:crypto';
import type { Registry } from './registry.ts';
import { apiVersion, type Resource, type ServedVersion, type Subresource } from './resource.ts';

/** `/api` and `/apis` in one document each, with every resource (K-20 to K-22). */
export function aggregatedDiscovery(registry: Registry, root: 'api' | 'apis'): object {
  const groups = [...registry.groups()].filter(([group]) => (group === '') === (root === 'api'));
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map(([group, versions]) => ({
      metadata: group === '' ? {} : { name: group },
      versions: versions.map((version) => ({
        version,
        resources: servedIn(registry, group, version).map(([resource, served]) => aggregatedResource(resource, served)),
        freshness: 'Current',
      })),
    })),
  };
}

function aggregatedResource(resource: Resource, served: ServedVersion): object {
  // Built-in kinds leave out what the document around them says; custom ones do not.
  const around = resource.custom ? { group: resource.group, version: served.version } : { group: '', version: '' };
  return {
    resource: resource.plural,
    responseKind: { ...around, kind: resource.kind },
    scope: resource.namespaced ? 'Namespaced' : 'Cluster',
    singularResource: resource.singular,
    verbs: shownVerbs(resource, served),
    ...lists(resource),
    ...(served.subresources.length > 0 && {
      subresources: served.subresources.map(({ name, kind, group, version, verbs }) => ({
        subresource: name,
        responseKind: { group: group ?? around.group, version: version ?? around.version, kind },
        verbs,
      })),
    }),
  };
}

/** `/api`: only the versions of the core group (K-23). */
export function coreVersions(serverAddress: string): object {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress }],
  };
}

/** `/apis`. */
export function groupList(registry: Registry): object {
  const groups = [...registry.groups()].filter(([group]) => group !== '');
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: groups.map(([group, versions]) => groupBody(group, versions)),
  };
}

/** `/apis/<group>`; undefined when there is no such group. */
export function groupDocument(registry: Registry, group: string): object | undefined {
  const versions = registry.groups().get(group);
  return versions && { kind: 'APIGroup', apiVersion: 'v1', ...groupBody(group, versions) };
}

function groupBody(group: string, versions: readonly string[]): object {
  const named = versions.map((version) => ({ groupVersion: apiVersion(group, version), version }));
  return { name: group, versions: named, preferredVersion: named[0] };
}

/** `/api/v1`, `/apis/<group>/<version>`; undefined when that version is not served. */
export function resourceList(registry: Registry, group: string, version: string): object | undefined {
  if (!registry.groups().get(group)?.includes(version)) return undefined;
  return {
    kind: 'APIResourceList',
    ...(group !== '' && { apiVersion: 'v1' }),
    groupVersion: apiVersion(group, version),
    resources: servedIn(registry, group, version).flatMap(([resource, served]) => [
      plainResource(resource, served),
      ...served.subresources.map((subresource) => plainSubresource(resource, subresource)),
    ]),
  };
}

function plainResource(resource: Resource, served: ServedVersion): object {
  return {
    name: resource.plural,
    singularName: resource.singular,
    namespaced: resource.namespaced,
    kind: resource.kind,
    verbs: shownVerbs(resource, served),
    ...lists(resource),
    ...(resource.stored && { storageVersionHash: storageVersionHash(resource) }),
  };
}

function plainSubresource(resource: Resource, { name, kind, group, version, verbs }: Subresource): object {
  return {
    name: `${resource.plural}/${name}`,
    singularName: '',
    namespaced: resource.namespaced,
    ...(group !== undefined && { group, version }),
    kind,
    verbs,
  };
}

/** What is going takes nothing new, although it can still be changed. */
function shownVerbs({ isTerminating }: Resource, { verbs }: ServedVersion): readonly string[] {
  return isTerminating ? verbs.filter((verb) => !['patch', 'create', 'update'].includes(verb)) : verbs;
}

function lists(resource: Resource): object {
  return {
    ...(resource.shortNames.length > 0 && { shortNames: resource.shortNames }),
    ...(resource.categories.length > 0 && { categories: resource.categories }),
  };
}

function servedIn(registry: Registry, group: string, version: string): [Resource, ServedVersion][] {
  return registry.resources().flatMap((resource): [Resource, ServedVersion][] => {
    const served = resource.group === group && resource.versions.find((one) => one.version === version);
    return served ? [[resource, served]] : [];
  });
}

/** The same short hash of the stored kind that API servers show, so that clients can compare them. */
function storageVersionHash({ group, kind, versions, storageVersion }: Resource): string {
  const stored = `${group}/${storageVersion ?? versions[0]?.version ?? ''}/${kind}`;
  return createHash('sha256').update(stored).digest().subarray(0, 8).toString('base64');
}
