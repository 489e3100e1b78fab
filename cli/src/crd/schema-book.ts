import { celRules } from '@slipway/crd/cel';
import { type CompiledSchema, type Crd, compileSchema, type JsonObject, nameOf } from '@slipway/crd/schema';

/** Schemas by group, kind and version, each compiled once. */
export class SchemaBook {
  readonly #crds: readonly Crd[];
  readonly #compiled = new Map<string, CompiledSchema>();

  constructor(crds: readonly Crd[]) {
    this.#crds = crds;
  }

  /** Whether the status of an object is written apart from it, so that a create drops it. */
  hasStatusApart({ apiVersion, kind }: JsonObject): boolean {
    return this.#crds.some(
      ({ spec }) =>
        spec.names.kind === kind &&
        spec.versions.some(
          ({ name, subresources }) => apiVersion === `${spec.group}/${name}` && subresources?.status !== undefined,
        ),
    );
  }

  /** The schema for an object, or why there is none. */
  schemaFor({ apiVersion, kind }: JsonObject): CompiledSchema | string {
    if (typeof apiVersion !== 'string' || typeof kind !== 'string') return 'has no apiVersion or no kind [CLI_INPUT]';
    const [, group = '', version = ''] = /^(.*)\/([^/]*)$/.exec(apiVersion) ?? [];
    const crd = this.#crds.find(({ spec }) => spec.group === group && spec.names.kind === kind);
    if (crd === undefined) return `none of the CRDs defines ${kind} of ${apiVersion} [CLI_INPUT]`;
    if (!crd.spec.versions.some(({ name, served }) => name === version && served)) {
      return `${nameOf(crd)} does not serve the version ${version} [CRD_NO_VERSION]`;
    }
    const key = `${nameOf(crd)}/${version}`;
    const schema = this.#compiled.get(key) ?? compileSchema(crd, version, { rules: celRules });
    this.#compiled.set(key, schema);
    return schema;
  }
}
