import type { CompiledSchema, Crd, JsonObject as SchemaObject } from '@slipway/crd/schema';
import type { JsonObject, KubeObject } from '../objects/index.ts';
import { apiVersion, type Resource, type ServedVersion } from '../resources/index.ts';
import { badRequest, type FieldError } from '../status/index.ts';
import { engine } from './engine.ts';

/** What a write to a custom kind goes through. */
export interface CustomPath {
  readonly resource: Resource;
  readonly served: Pick<ServedVersion, 'version'>;
  readonly subresource?: string | undefined;
}

interface Compiled {
  readonly schema: CompiledSchema;
  /** The same without defaults: what a converted object is read by. */
  readonly pruning: CompiledSchema;
  /** Parts that are resources of their own are read as such, which can fail. */
  readonly hasEmbedded: boolean;
}

/** By definition, then by version. A definition that changes is another object. */
const compiled = new WeakMap<KubeObject, Map<string, Compiled>>();

function compiledFor({ definition }: Resource, version: string): Compiled {
  if (!definition) throw new Error('A custom kind has a definition.');
  let versions = compiled.get(definition);
  if (!versions) compiled.set(definition, (versions = new Map()));
  let found = versions.get(version);
  if (!found) versions.set(version, (found = compile(definition, version)));
  return found;
}

function compile(definition: KubeObject, version: string): Compiled {
  const { parseCrd, compileSchema, celRules } = engine();
  const crd = parseCrd({ apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...definition });
  let pruning: CompiledSchema | undefined;
  const own = crd.spec.versions.find(({ name }) => name === version);
  return {
    schema: compileSchema(crd, version, { rules: celRules }),
    get pruning() {
      pruning ??= compileSchema(bareCrd(crd), version);
      return pruning;
    },
    hasEmbedded: JSON.stringify(own?.schema ?? {}).includes('"x-kubernetes-embedded-resource":true'),
  };
}

function bareCrd(crd: Crd): Crd {
  const versions = crd.spec.versions.map((version) => ({ ...version, schema: bareSchema(version.schema) }));
  return { ...crd, spec: { ...crd.spec, versions } } as Crd;
}

/**
 * The object as the schema knows it, with defaults; what the schema does not know is reported. What a server-side apply
 * made keeps its nulls, of which `customErrors` then tells.
 */
export function decodedCustom(
  body: JsonObject,
  { resource, served }: CustomPath,
  subject: string,
  onUnknown: (path: string) => void,
  keepsNulls = false,
): JsonObject {
  const { schema, hasEmbedded } = compiledFor(resource, served.version);
  const given = body as unknown as SchemaObject;
  if (hasEmbedded) {
    const { object, unknownFields, undecodable } = schema.admit(given, { keepsNulls });
    if (undecodable) throw badRequest(`${subject}: ${undecodable.field}: ${undecodable.message}`);
    for (const path of unknownFields) onUnknown(path);
    return object as unknown as JsonObject;
  }
  const object = schema.normalize(given, { keepsNulls });
  if (object !== given) for (const path of schema.unknownFields(given)) onUnknown(path);
  return object as unknown as JsonObject;
}

/** A stored object as its version's schema shows it now: what it no longer knows is gone, new defaults are there. */
export function readCustom(object: KubeObject, resource: Resource, version: string): KubeObject {
  const typed = typedObject(object, resource, version);
  const read = compiledFor(resource, version).schema.normalize(typed);
  return read === typed ? object : (withoutType(read) as unknown as KubeObject);
}

/** An object that was converted into a version: what its schema does not know is gone. */
export function prunedCustom(object: KubeObject, resource: Resource, version: string): KubeObject {
  const typed = typedObject(object, resource, version);
  const read = compiledFor(resource, version).pruning.normalize(typed);
  return read === typed ? object : (withoutType(read) as unknown as KubeObject);
}

/** A schema without its defaults. A property may well be named `default`. */
function bareSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bareSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => key !== 'default');
  return Object.fromEntries(kept.map(([key, part]) => [key, KEYED.has(key) ? mapped(part) : bareSchema(part)]));
}

/** Keywords whose members are named by the user. */
const KEYED = new Set(['properties', 'patternProperties', 'definitions', 'dependencies']);

function mapped(schemas: unknown): unknown {
  return Object.fromEntries(Object.entries(schemas as object).map(([name, schema]) => [name, bareSchema(schema)]));
}

/** What the schema and its rules say of an object; `old` is what it replaces, in the same version. */
export function customErrors(path: CustomPath, object: KubeObject, old?: KubeObject): readonly FieldError[] {
  const { resource, served, subresource } = path;
  const { schema } = compiledFor(resource, served.version);
  return schema.admit(typedObject(object, resource, served.version), {
    ...(old && { old: typedObject(old, resource, served.version) }),
    ...(subresource === 'status' && { subresource }),
    keepsNulls: true,
  }).problems;
}

function typedObject(object: KubeObject, { group, kind }: Resource, version: string): SchemaObject {
  return { apiVersion: apiVersion(group, version), kind, ...object } as unknown as SchemaObject;
}

function withoutType({ apiVersion: _version, kind: _kind, ...rest }: SchemaObject): SchemaObject {
  return rest;
}
