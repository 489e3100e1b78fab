import { builtInType, objectMetaType, openApiSchemas, type Type } from '../schemas/index.ts';
import { customOpenApi } from './custom-open-api.ts';
import type { Registry } from './registry.ts';
import { apiVersion, type Resource } from './resource.ts';

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
 * The operations of one group version, so that kubectl and helm leave validation to the server
 * (K-32), and its types with the merge keys that kubectl patches by (K-33). Undefined when it is not
 * served.
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
    paths.push([`${collection}/{name}`, { put: write('put', kind), patch: patch(kind, resource.custom) }]);
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
const STRATEGIC = 'application/strategic-merge-patch+json';

function patch(kind: Gvk, custom: boolean): object {
  const types = custom ? PATCH_TYPES : [...PATCH_TYPES, STRATEGIC];
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'object' } }]));
  return { ...write('patch', kind), requestBody: { content, required: true } };
}

/** Built-in kinds with all types they refer to; custom kinds as their CRDs describe them. */
function schemas(registry: Registry, group: string, version: string): object {
  const served = registry.resources().filter((resource: Resource) => resource.group === group);
  const builtIn: { type: Type; of?: Gvk }[] = [];
  const custom: [string, object][] = [];
  for (const resource of served) {
    const { kind, versions } = resource;
    const one = versions.find((candidate) => candidate.version === version);
    const type = resource.custom ? undefined : builtInType(apiVersion(group, version), kind);
    if (one && type) builtIn.push({ type, of: { group, version, kind } });
    else if (one && resource.custom) custom.push(...customOpenApi(resource, one));
  }
  // What custom objects have in common with all others.
  if (custom.length > 0) builtIn.push({ type: objectMetaType() });
  return { ...openApiSchemas(builtIn), ...Object.fromEntries(custom) };
}
