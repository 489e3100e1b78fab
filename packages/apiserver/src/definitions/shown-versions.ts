import { fieldAt, isJsonObject, type JsonObject } from '../objects/index.ts';

/** Versions as a server prints its own form of them: every field, under its Go name. */
export function shownVersions(versions: readonly JsonObject[]): unknown {
  return versions.map((version) => ({
    Name: version['name'] ?? '',
    Served: version['served'] ?? false,
    Storage: version['storage'] ?? false,
    Deprecated: version['deprecated'] ?? false,
    DeprecationWarning: version['deprecationWarning'] ?? null,
    Schema: version['schema'] ?? null,
    Subresources: shownSubresources(version['subresources']),
    AdditionalPrinterColumns: shownList(version['additionalPrinterColumns'], (column) => ({
      Name: fieldAt(column, ['name']) ?? '',
      Type: fieldAt(column, ['type']) ?? '',
      Format: fieldAt(column, ['format']) ?? '',
      Description: fieldAt(column, ['description']) ?? '',
      Priority: fieldAt(column, ['priority']) ?? 0,
      JSONPath: fieldAt(column, ['jsonPath']) ?? '',
    })),
    SelectableFields: shownList(version['selectableFields'], (field) => ({
      JSONPath: fieldAt(field, ['jsonPath']) ?? '',
    })),
  }));
}

function shownList(list: unknown, shown: (item: unknown) => object): unknown {
  return Array.isArray(list) ? list.map(shown) : null;
}

function shownSubresources(subresources: unknown): unknown {
  if (!isJsonObject(subresources)) return null;
  const { status, scale } = subresources;
  return {
    Status: isJsonObject(status) ? {} : null,
    Scale: isJsonObject(scale)
      ? {
          SpecReplicasPath: scale['specReplicasPath'] ?? '',
          StatusReplicasPath: scale['statusReplicasPath'] ?? '',
          LabelSelectorPath: scale['labelSelectorPath'] ?? null,
        }
      : null,
  };
}
