import type { LineOf } from '@slipway/crd/compatibility';
import { isJsonObject, type JsonValue, readYaml, type YamlDocument } from '@slipway/crd/schema';
import { type CrdSet, nameOf } from './sources.ts';

type Path = readonly (string | number)[];

/** Finds the line of a finding in the manifests it is about. Texts are read again only when asked. */
export function lineFinder({ crds, texts }: CrdSet): LineOf {
  const documents = new Map<string, YamlDocument | undefined>();
  return ({ crd: name, version, path }) => {
    if (!documents.has(name)) documents.set(name, documentOf(name));
    const document = documents.get(name);
    return document?.lineOf(schemaPath(document.value, version, path));
  };

  function documentOf(name: string): YamlDocument | undefined {
    const source = crds.find((crd) => nameOf(crd) === name)?.source;
    const text = texts.find((one) => one.source === source)?.text;
    if (text === undefined) return undefined;
    return readYaml(text, source).find(({ value }) => at(value, ['metadata', 'name']) === name);
  }
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
    const steps = [['properties', segment], [segment]].find((step) => at(schema, step) !== undefined);
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
