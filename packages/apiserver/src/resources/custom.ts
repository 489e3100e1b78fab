import { fieldAt, isJsonObject, type KubeObject, textAt } from '../objects/index.ts';
import type { PrinterColumn, Resource, ScalePaths, ServedVersion, Subresource } from './resource.ts';
import { compareVersions } from './version-order.ts';

/** The resource that a CustomResourceDefinition declares, under the names that it was granted. */
export function customResource(definition: KubeObject): Resource {
  const names = fieldAt(definition, ['status', 'acceptedNames']);
  const plural = textAt(definition, 'spec', 'names', 'plural');
  const kind = textAt(names, 'kind');
  const group = textAt(definition, 'spec', 'group');
  const all = list(fieldAt(definition, ['spec', 'versions']));
  const versions = all.filter((version) => fieldAt(version, ['served']) === true);
  const storage = all.find((version) => fieldAt(version, ['storage']) === true);
  return {
    group,
    plural,
    kind,
    singular: textAt(names, 'singular'),
    listKind: textAt(names, 'listKind'),
    namespaced: textAt(definition, 'spec', 'scope') === 'Namespaced',
    shortNames: strings(fieldAt(names, ['shortNames'])),
    categories: strings(fieldAt(names, ['categories'])),
    versions: versions
      .map((version) => servedVersion(version, group, kind))
      .sort((a, b) => compareVersions(a.version, b.version)),
    custom: true,
    stored: true,
    collection: customCollection(definition),
    definition,
    storageVersion: textAt(storage, 'name'),
    isTerminating: definition.metadata.deletionTimestamp !== undefined,
  };
}

/** Where the objects of a definition are kept. */
export function customCollection(definition: KubeObject): string {
  return `${textAt(definition, 'spec', 'names', 'plural')}.${textAt(definition, 'spec', 'group')}`;
}

function servedVersion(version: unknown, group: string, kind: string): ServedVersion {
  const subresources: Subresource[] = [];
  if (isJsonObject(fieldAt(version, ['subresources', 'status']))) {
    subresources.push({ name: 'status', kind, verbs: SUBRESOURCE_VERBS });
  }
  const scale = fieldAt(version, ['subresources', 'scale']);
  if (isJsonObject(scale)) {
    subresources.push({ name: 'scale', group: 'autoscaling', version: 'v1', kind: 'Scale', verbs: SUBRESOURCE_VERBS });
  }
  const columns = list(fieldAt(version, ['additionalPrinterColumns'])) as unknown as PrinterColumn[];
  const name = textAt(version, 'name');
  return {
    version: name,
    verbs: CUSTOM_VERBS,
    subresources,
    ...(columns.length > 0 && { printerColumns: columns }),
    ...(isJsonObject(scale) && { scale: scale as unknown as ScalePaths }),
    ...(fieldAt(version, ['deprecated']) === true && {
      warning: textAt(version, 'deprecationWarning') || `${group}/${name} ${kind} is deprecated`,
    }),
    schema: fieldAt(version, ['schema', 'openAPIV3Schema']),
    selectableFields: list(fieldAt(version, ['selectableFields'])).map((field) => textAt(field, 'jsonPath')),
  };
}

/** In the order in which a real server lists them for custom kinds. */
const CUSTOM_VERBS = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch'];
const SUBRESOURCE_VERBS = ['get', 'patch', 'update'];

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function strings(value: unknown): readonly string[] {
  return list(value).filter((item) => typeof item === 'string');
}
