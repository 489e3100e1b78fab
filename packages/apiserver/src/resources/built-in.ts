import type { ResourceRow, SubresourceRow } from './built-in-row.ts';
import { builtInTable } from './built-in-table.ts';
import { qualifiedName, type Resource, type ServedVersion, type Subresource } from './resource.ts';

export const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** Says of etcd and its peers how they are; there are none here. */
const UNSERVED_RESOURCES = new Set(['componentstatuses']);

/** Two groups show the same events. */
const COLLECTIONS: Readonly<Record<string, string>> = { 'events.events.k8s.io': 'events' };

/** The built-in resources. One frozen list for all clusters of the process. */
export const builtInResources: readonly Resource[] = Object.freeze(resourcesOf());

function resourcesOf(): Resource[] {
  const byName = new Map<string, Resource>();
  for (const { group, version, resources } of builtInTable) {
    for (const row of resources) {
      if (UNSERVED_RESOURCES.has(row.plural)) continue;
      const name = qualifiedName({ group, plural: row.plural });
      const known = byName.get(name);
      const served = servedVersion(version, row);
      byName.set(name, known ? { ...known, versions: [...known.versions, served] } : resourceOf(group, row, served));
    }
  }
  return [...byName.values()];
}

function isStored(row: ResourceRow): boolean {
  return row.verbs === '*' || row.verbs.includes('watch');
}

function resourceOf(group: string, row: ResourceRow, served: ServedVersion): Resource {
  const name = qualifiedName({ group, plural: row.plural });
  return {
    group,
    plural: row.plural,
    singular: row.singular,
    kind: row.kind,
    listKind: `${row.kind}List`,
    namespaced: row.scope === 'Namespaced',
    shortNames: words(row.short),
    categories: words(row.categories),
    versions: [served],
    custom: false,
    stored: isStored(row),
    collection: COLLECTIONS[name] ?? name,
  };
}

function servedVersion(version: string, row: ResourceRow): ServedVersion {
  const subresources = (row.sub ?? []).map((sub) => subresourceOf(sub, row.kind));
  return { version, verbs: verbs(row.verbs), subresources };
}

function subresourceOf([name, allowed, other]: SubresourceRow, parentKind: string): Subresource {
  const parts = (other ?? parentKind).split('/');
  const kind = parts.pop() ?? parentKind;
  const [group, version] = parts;
  return { name, kind, verbs: verbs(allowed), ...(group !== undefined && version !== undefined && { group, version }) };
}

function verbs(text: string): readonly string[] {
  return text === '*' ? ALL_VERBS : words(text);
}

function words(text: string | undefined): readonly string[] {
  return text ? text.split(' ') : [];
}
