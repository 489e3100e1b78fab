import type { Registry } from './registry.ts';
import type { Resource } from './resource.ts';

/** `/openapi/v3`: where the document of each group version is, under an address that changes with it (K-30). */
export function openApiIndex(registry: Registry, hashOf: (group: string, version: string) => string): object {
  const paths: [string, object][] = [];
  for (const [group, versions] of registry.groups()) {
    for (const version of versions) {
      const path = group === '' ? `api/${version}` : `apis/${group}/${version}`;
      paths.push([path, { serverRelativeURL: `/openapi/v3/${path}?hash=${hashOf(group, version)}` }]);
    }
  }
  return { paths: Object.fromEntries(paths) };
}

/**
 * The operations of one group version: enough for kubectl and helm to leave validation to the
 * server (K-32), and no patch type that is not served (K-33). Undefined when it is not served.
 */
export function openApiDocument(registry: Registry, group: string, version: string): object | undefined {
  if (!registry.groups().get(group)?.includes(version)) return undefined;
  const paths: [string, object][] = [];
  for (const resource of registry.resources()) {
    if (resource.group !== group || !resource.versions.some((served) => served.version === version)) continue;
    const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
    const collection = `${root}${resource.namespaced ? '/namespaces/{namespace}' : ''}/${resource.plural}`;
    const kind = { group, version, kind: resource.kind };
    paths.push([collection, { post: write('post', kind) }]);
    paths.push([`${collection}/{name}`, { put: write('put', kind), patch: patch(kind) }]);
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.36.4' },
    paths: Object.fromEntries(paths),
    components: { schemas: schemas(registry, group, version) },
  };
}

type Gvk = { readonly group: string; readonly version: string; readonly kind: string };

const parameters = ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => ({
  name,
  in: 'query',
  schema: { type: 'string', uniqueItems: true },
}));

function write(action: string, kind: Gvk): object {
  return { parameters, 'x-kubernetes-action': action, 'x-kubernetes-group-version-kind': kind };
}

const PATCH_TYPES = ['application/json-patch+json', 'application/merge-patch+json', 'application/apply-patch+yaml'];

function patch(kind: Gvk): object {
  const content = Object.fromEntries(PATCH_TYPES.map((type) => [type, { schema: { type: 'object' } }]));
  return { ...write('patch', kind), requestBody: { content, required: true } };
}

/** Each kind by name, without its fields: what is not described is not checked. */
function schemas(registry: Registry, group: string, version: string): object {
  const served = registry
    .resources()
    .filter(
      (resource: Resource) => resource.group === group && resource.versions.some((one) => one.version === version),
    );
  return Object.fromEntries(
    served.map(({ kind }) => [
      `${group || 'core'}.${version}.${kind}`,
      { type: 'object', 'x-kubernetes-group-version-kind': [{ group, version, kind }] },
    ]),
  );
}
