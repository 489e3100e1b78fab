import type { Finding } from '@slipway/crd/compatibility';
import { isJsonObject, type JsonValue, nameOf } from '@slipway/crd/schema';
import { fieldSteps } from './field-steps.ts';
import { objectsIn, type PlacedObject } from './placed-object.ts';
import { type CrdSet } from './sources.ts';

type Path = readonly (string | number)[];

/** Where things stand in the manifests of CRDs. Texts are read again only when asked. */
export class ManifestLines {
  readonly #set: CrdSet;
  readonly #manifests = new Map<string, PlacedObject | undefined>();

  constructor(set: CrdSet) {
    this.#set = set;
  }

  /** The line that a finding is about; undefined for a CRD of a cluster. */
  ofFinding({ crd, version, path, keyword = '' }: Finding): number | undefined {
    const manifest = this.#manifestOf(crd);
    if (manifest === undefined) return undefined;
    // What the server refuses is reported under the server's name of the field.
    const isField = /^(?:spec|metadata)\b/.test(keyword);
    return manifest.lineOf(isField ? manifestSteps(keyword) : schemaPath(manifest.value, version, path));
  }

  #manifestOf(name: string): PlacedObject | undefined {
    if (!this.#manifests.has(name)) this.#manifests.set(name, this.#find(name));
    return this.#manifests.get(name);
  }

  #find(name: string): PlacedObject | undefined {
    const { crds, texts } = this.#set;
    const crd = crds.find((one) => nameOf(one) === name);
    const text = texts.find(({ source }) => source === crd?.source);
    if (crd === undefined || text === undefined) return undefined;
    const { group, names } = crd.spec;
    return objectsIn(text).find(
      ({ value }) => at(value, ['spec', 'group']) === group && at(value, ['spec', 'names', 'plural']) === names.plural,
    );
  }
}

/** The server says `spec.validation` for the schema that all versions share. */
function manifestSteps(field: string): Path {
  return fieldSteps(field.replace(/^spec\.validation\b/, 'spec.versions[0].schema'));
}

/** `spec.mode` of version v1 → `spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.mode`. */
function schemaPath(manifest: JsonValue, version: string, path: readonly string[]): Path {
  const versions = at(manifest, ['spec', 'versions']);
  if (!Array.isArray(versions)) return ['spec'];
  const index = versions.findIndex((one) => isJsonObject(one) && one['name'] === version);
  if (index === -1) return ['spec'];
  const found: (string | number)[] = ['spec', 'versions', index, 'schema', 'openAPIV3Schema'];
  let schema = at(manifest, found);
  for (const segment of path) {
    const steps = [['properties', segment], fieldSteps(segment)].find((step) => at(schema, step) !== undefined);
    if (steps === undefined) break;
    found.push(...steps);
    schema = at(schema, steps);
  }
  return found;
}

function at(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((found, step) => {
    if (Array.isArray(found)) return found[Number(step)];
    return isJsonObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }, value);
}
