import { canonicalJson } from '@slipway/apimachinery/json';
import type { Crd, CrdConversion, CrdVersion, JsonValue } from '../schema/index.ts';
import { nameOf, stringifyJson } from '../schema/index.ts';
import { compareBytes, sortedBytes } from './canonical.ts';
import type { KubeVersion, NodeTable, SchemaNode } from './normal/index.ts';
import type { NodeOptions } from './rules/index.ts';

export { nameOf };

/** Where a side of the comparison lay in a Helm chart. */
export type ChartFolder = 'templates' | 'crds';

/** Both sides of a comparison and what the rules about a whole CRD need to know. */
export interface CrdPair {
  readonly old: Crd;
  readonly new: Crd;
  readonly table: NodeTable;
  readonly targets: readonly KubeVersion[];
  readonly nodeOptions: NodeOptions;
  readonly chartFolders: { readonly old?: ChartFolder; readonly new?: ChartFolder };
  /** Whether a known writer sets status through the main resource (C17). */
  readonly hasMainStatusWriters: boolean;
}

export function versionOf(crd: Crd, name: string): CrdVersion | undefined {
  return crd.spec.versions.find((version) => version.name === name);
}

export function storageVersion(crd: Crd): CrdVersion | undefined {
  return crd.spec.versions.find((version) => version.storage);
}

export function annotationOf(crd: Crd, name: string): string | undefined {
  const { annotations } = crd.metadata;
  const value =
    typeof annotations === 'object' && annotations !== null && !Array.isArray(annotations)
      ? annotations[name]
      : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A version without schema is served as an object without fields. */
export function nodeOf(table: NodeTable, version: CrdVersion): SchemaNode {
  return table.root(version.schema?.openAPIV3Schema ?? EMPTY);
}

const EMPTY = {};

/** The names as a cluster fills them in (N01, N04). */
export function normalNames({ spec: { names } }: Crd): Record<string, JsonValue> {
  const kind = names.kind ?? '';
  return {
    singular: names.singular || kind.toLowerCase(),
    listKind: names.listKind || `${kind}List`,
    shortNames: sortedBytes(new Set(names.shortNames)),
    categories: sortedBytes(new Set(names.categories)),
  };
}

/** The conversion with what a cluster fills in; strategy `None` where there is none (N01). */
export function normalConversion({ spec }: Crd): CrdConversion {
  const { strategy = 'None', webhook } = spec.conversion ?? {};
  const client = webhook?.clientConfig;
  if (client?.service === undefined) return { strategy, ...(webhook === undefined ? {} : { webhook }) };
  const service = { ...client.service, port: client.service.port ?? 443 };
  return { strategy, webhook: { ...webhook, clientConfig: { ...client, service } } };
}

/** Text that is equal for CRDs which mean the same (C27): then nothing else runs. */
export function identityOf(crd: Crd, table: NodeTable): string {
  const { spec } = crd;
  const versions = [...spec.versions]
    .sort((a, b) => compareBytes(a.name, b.name))
    .map((version) => [
      version.name,
      version.served,
      version.storage,
      version.deprecated === true,
      version.deprecationWarning ?? '',
      nodeOf(table, version).identity,
      version.subresources?.status !== undefined,
      { ...version.subresources?.scale },
      [...(version.additionalPrinterColumns ?? [])].map((column) => canonicalJson({ ...column })).sort(compareBytes),
      sortedBytes(new Set(version.selectableFields?.map(({ jsonPath = '' }) => jsonPath))),
    ]);
  const fields = {
    name: nameOf(crd),
    group: spec.group,
    plural: spec.names.plural ?? '',
    kind: spec.names.kind ?? '',
    scope: spec.scope,
    names: normalNames(crd),
    conversion: normalConversion(crd),
    preserveUnknownFields: spec.preserveUnknownFields === true,
    annotations: ['api-approved.kubernetes.io', 'helm.sh/resource-policy'].map(
      (name) => annotationOf(crd, name) ?? null,
    ),
    unknown: crd.unknownFields.map(({ path, value }) => canonicalJson([[...path], value])).sort(compareBytes),
    versions,
  };
  return canonicalJson(fields);
}

const manifests = new WeakMap<Crd, string>();

/** The CRD as JSON; kept, because it is asked for once by each direction. */
export function manifestJson(crd: Crd): string {
  const known = manifests.get(crd);
  if (known !== undefined) return known;
  const { source: _source, ...manifest } = crd;
  const text = plainJson(manifest);
  manifests.set(crd, text);
  return text;
}

/** The engine's own printer is many times faster, but knows no large integers. */
function plainJson(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    return stringifyJson(value as JsonValue);
  }
}
