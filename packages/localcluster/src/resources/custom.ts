import { fieldAt, isJsonObject, type KubeObject, textAt } from '../objects/index.ts';
import type { PrinterColumn, Resource, ServedVersion, Subresource } from './resource.ts';
import { compareVersions } from './version-order.ts';

/** The resource that a CustomResourceDefinition declares. */
export function customResource(definition: KubeObject): Resource {
  const text = (...path: string[]): string => textAt(definition, ...path);
  const plural = text('spec', 'names', 'plural');
  const kind = text('spec', 'names', 'kind');
  const group = text('spec', 'group');
  const versions = list(fieldAt(definition, ['spec', 'versions'])).filter(
    (version) => fieldAt(version, ['served']) === true,
  );
  return {
    group,
    plural,
    kind,
    singular: text('spec', 'names', 'singular') || kind.toLowerCase(),
    listKind: text('spec', 'names', 'listKind') || `${kind}List`,
    namespaced: text('spec', 'scope') === 'Namespaced',
    shortNames: strings(fieldAt(definition, ['spec', 'names', 'shortNames'])),
    categories: strings(fieldAt(definition, ['spec', 'names', 'categories'])),
    versions: versions
      .map((version) => servedVersion(version, kind))
      .sort((a, b) => compareVersions(a.version, b.version)),
    custom: true,
    collection: `${plural}.${group}`,
  };
}

function servedVersion(version: unknown, kind: string): ServedVersion {
  const subresources: Subresource[] = [];
  if (isJsonObject(fieldAt(version, ['subresources', 'status']))) {
    subresources.push({ name: 'status', kind, verbs: ['get', 'patch', 'update'] });
  }
  const columns = list(fieldAt(version, ['additionalPrinterColumns'])) as unknown as PrinterColumn[];
  return {
    version: textAt(version, 'name'),
    verbs: CUSTOM_VERBS,
    subresources,
    ...(columns.length > 0 && { printerColumns: columns }),
    schema: fieldAt(version, ['schema', 'openAPIV3Schema']),
    selectableFields: list(fieldAt(version, ['selectableFields'])).map((field) => textAt(field, 'jsonPath')),
  };
}

/** In the order in which a real server lists them for custom kinds. */
const CUSTOM_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function strings(value: unknown): readonly string[] {
  return list(value).filter((item) => typeof item === 'string');
}
