/**
 * @module
 * Custom resource definitions written once, in TypeScript.
 *
 * A kind is defined with zod: its schema, rules, columns and subresources. Out of that come the types of
 * spec and status, the CRD that a cluster takes, validation and defaulting without a server, and reference
 * documentation. Where zod can say more than an API server can check, the definition is refused with the
 * path of the field; nothing is dropped in silence.
 */
export type { ColumnInput, CrdInput, VersionInput } from './crd-input.ts';
export {
  type CrdDefinition,
  type DefinedKind,
  defineCrd,
  type SpecInputOf,
  type SpecOf,
  type StatusOf,
} from './define-crd.ts';
export {
  anyFields,
  cel,
  duration,
  type EmbeddedResource,
  type Extension,
  embeddedResource,
  intOrString,
  listAtomic,
  listMap,
  listSet,
  mapAtomic,
  quantity,
} from './extensions.ts';
export type { CrdManifest } from './manifest.ts';
export { printYaml } from './manifest-text.ts';
export { printReference } from './reference.ts';
