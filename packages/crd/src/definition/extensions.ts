import { z } from 'zod';
import type { JsonObject, ValidationRule } from '../schema/index.ts';

/** Keywords of Kubernetes for `.meta(…)` of any zod schema; zod carries them into the CRD. */
export type Extension = Readonly<Record<`x-kubernetes-${string}`, unknown>>;

/** A list whose items are distinguished by `keys`: server-side apply then merges item by item. */
export function listMap(...keys: readonly [string, ...string[]]): Extension {
  return { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': keys };
}

/** A list of different scalars: owners of single items do not disturb each other. */
export const listSet: Extension = { 'x-kubernetes-list-type': 'set' };

/** A list that has one owner and is replaced as a whole. It is what lists are without a type. */
export const listAtomic: Extension = { 'x-kubernetes-list-type': 'atomic' };

/** An object or map that has one owner and is replaced as a whole. */
export const mapAtomic: Extension = { 'x-kubernetes-map-type': 'atomic' };

/**
 * Rules in CEL, which the server evaluates: `z.object({…}).meta(cel({ rule: 'self.min <= self.max', message: '…' }))`.
 * Refinements of zod cannot run there, so this is where conditions between fields belong.
 */
export function cel(...rules: readonly (ValidationRule | string)[]): Extension {
  return {
    'x-kubernetes-validations': rules.map((rule) => (typeof rule === 'string' ? { rule } : rule)),
  };
}

/** `8080` or `"http"`, as in the port of a probe. */
export function intOrString() {
  return z.union([z.int(), z.string()]);
}

/** `1`, `"500m"`, `"2Gi"`: an amount as Kubernetes writes it. */
export function quantity() {
  return intOrString().meta({
    pattern:
      '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$',
  });
}

/** `"1h30m"`: a length of time as Go writes it. */
export function duration() {
  return z.string().meta({ format: 'duration' });
}

/** Any fields at all: kept as they are, never pruned, known to nobody. */
export function anyFields() {
  return z.looseObject({});
}

/** A whole object of another kind. */
export interface EmbeddedResource {
  [field: string]: unknown;
  apiVersion: string;
  kind: string;
  metadata?: JsonObject;
}

/** A whole object of another kind, as in a template. The server checks its apiVersion, kind and metadata alone. */
export function embeddedResource(): z.ZodType<EmbeddedResource, EmbeddedResource> {
  return z.looseObject({}).meta({ 'x-kubernetes-embedded-resource': true }) as unknown as z.ZodType<
    EmbeddedResource,
    EmbeddedResource
  >;
}
