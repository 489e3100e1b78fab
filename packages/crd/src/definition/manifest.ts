import { z } from 'zod';
import type { JsonObject, JsonValue, ValidationRule } from '../schema/index.ts';
import { isJsonObject } from '../schema/index.ts';
import type { CrdInput, VersionInput } from './crd-input.ts';
import { structuralForm } from './structural-form.ts';

/** A CustomResourceDefinition as JSON, and what of it is known to be there. */
export type CrdManifest = JsonObject & {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly scope: 'Namespaced' | 'Cluster';
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
};

/** The CustomResourceDefinition as it is applied. Keys are sorted: equal definitions give equal bytes. */
export function manifestOf(input: CrdInput): CrdManifest {
  const { group, kind, scope, shortNames = [], categories = [] } = input;
  const singular = input.singular ?? kind.toLowerCase();
  const plural = input.plural ?? `${singular}s`;
  const versions = Object.entries(input.versions);
  const manifest = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      annotations: input.annotations,
      labels: input.labels,
    },
    spec: {
      group,
      names: {
        kind,
        listKind: `${kind}List`,
        plural,
        singular,
        shortNames: shortNames.length === 0 ? undefined : shortNames,
        categories: categories.length === 0 ? undefined : categories,
      },
      scope,
      versions: versions.map(([name, version]) => versionOf(name, version, versions.length === 1)),
    },
  };
  return sorted(manifest as unknown as JsonObject) as CrdManifest;
}

function versionOf(name: string, version: VersionInput, isOnly: boolean): object {
  const { columns = [], selectableFields = [], status, scale, deprecated } = version;
  const subresources = { ...(status === undefined ? {} : { status: {} }), ...(scale === undefined ? {} : { scale }) };
  return {
    name,
    served: version.served ?? true,
    storage: version.storage ?? isOnly,
    deprecated: deprecated === undefined ? undefined : true,
    deprecationWarning: typeof deprecated === 'string' ? deprecated : undefined,
    schema: { openAPIV3Schema: rootSchema(version) },
    subresources: Object.keys(subresources).length === 0 ? undefined : subresources,
    additionalPrinterColumns: columns.length === 0 ? undefined : columns,
    selectableFields: selectableFields.length === 0 ? undefined : selectableFields.map((jsonPath) => ({ jsonPath })),
  };
}

function rootSchema({ description, rules = [], spec, status }: VersionInput): object {
  const root = structuralForm(z.object(status === undefined ? { spec } : { spec, status: status.optional() }), []);
  return {
    description,
    ...root,
    properties: {
      apiVersion: { description: 'Group and version of this object, as the server knows them.', type: 'string' },
      kind: { description: 'The kind of this object.', type: 'string' },
      metadata: { type: 'object' },
      ...root.properties,
    },
    'x-kubernetes-validations': rules.length === 0 ? undefined : rules.map(ruleOf),
  };
}

function ruleOf(rule: ValidationRule | string): ValidationRule {
  return typeof rule === 'string' ? { rule } : rule;
}

/** Keys in order, without those that have no value; lists stay as they are. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  const keys = Object.keys(value).filter((key) => value[key] !== undefined);
  return Object.fromEntries(keys.sort().map((key) => [key, sorted(value[key] as JsonValue)]));
}
