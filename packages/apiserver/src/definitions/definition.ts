import { fieldAt, isEqual, isJsonObject, type JsonObject, type KubeObject, textAt, without } from '../objects/index.ts';

/** The versions of a definition as they stand in its spec. */
export function versionsOf(definition: KubeObject): readonly JsonObject[] {
  const versions = fieldAt(definition, ['spec', 'versions']);
  return Array.isArray(versions) ? versions.filter(isJsonObject) : [];
}

export function storageVersionOf(definition: KubeObject): string | undefined {
  const version = versionsOf(definition).find(({ storage }) => storage === true);
  return version && textAt(version, 'name');
}

/** Fields that a server keeps once for all versions where they are the same in all. */
const SHARED = {
  subresources: 'subresources',
  schema: 'validation',
  additionalPrinterColumns: 'additionalPrinterColumns',
  selectableFields: 'selectableFields',
} as const;

/**
 * The spec as a server holds it inside: what all versions agree on stands once, under a name of its
 * own. Complaints name fields by this form.
 */
export interface InternalSpec {
  readonly versions: readonly JsonObject[];
  readonly shared: Readonly<Partial<Record<(typeof SHARED)[keyof typeof SHARED], unknown>>>;
}

export function internalSpec(definition: KubeObject): InternalSpec {
  const versions = versionsOf(definition);
  const [first] = versions;
  if (!first) return { versions, shared: {} };
  const same = Object.entries(SHARED).filter(([field]) =>
    versions.every((version) => isEqual(version[field], first[field])),
  );
  return {
    versions: versions.map((version) => without(version, ...same.map(([field]) => field))),
    shared: Object.fromEntries(same.map(([field, name]) => [name, first[field]])),
  };
}
