import type { ResourceRow, SubresourceRow } from './built-in-row.ts';
import { builtInTable } from './built-in-table.ts';
import { qualifiedName, type Resource, type ServedVersion, type Subresource } from './resource.ts';

export const ALL_VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'update', 'watch'];

/** Subresources that are answered. The table knows more; what discovery shows must also work. */
const SERVED_SUBRESOURCES = new Set(['status', 'finalize']);

/** Served versions that would need a conversion which is not there. */
const UNSERVED_VERSIONS = new Set(['autoscaling/v1']);

/** Two groups show the same events. */
const COLLECTIONS: Readonly<Record<string, string>> = { 'events.events.k8s.io': 'events' };

/** The built-in resources. One frozen list for all clusters of the process. */
export const builtInResources: readonly Resource[] = Object.freeze(resourcesOf());

function resourcesOf(): Resource[] {
  const byName = new Map<string, Resource>();
  for (const { group, version, resources } of builtInTable) {
    if (UNSERVED_VERSIONS.has(`${group}/${version}`)) continue;
    for (const row of resources.filter(isStored)) {
      const name = qualifiedName({ group, plural: row.plural });
      const known = byName.get(name);
      const served = servedVersion(version, row);
      byName.set(name, known ? { ...known, versions: [...known.versions, served] } : resourceOf(group, row, served));
    }
  }
  return [...byName.values()];
}

/** Reviews and bindings are questions and orders, not objects. */
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
    collection: COLLECTIONS[name] ?? name,
  };
}

function servedVersion(version: string, row: ResourceRow): ServedVersion {
  const subresources = (row.sub ?? []).filter(([name]) => SERVED_SUBRESOURCES.has(name));
  return { version, verbs: verbs(row.verbs), subresources: subresources.map((sub) => subresourceOf(sub, row.kind)) };
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
