/**
 * @module
 * A kind is defined with zod: types, CRD, validator and reference page come out of it. Reading and comparing
 * CRDs, and their rules, have entries of their own that load no zod.
 */
export {
  anyFields,
  type ColumnInput,
  type CrdDefinition,
  type CrdInput,
  type CrdManifest,
  cel,
  type DefinedKind,
  defineCrd,
  duration,
  type EmbeddedResource,
  type Extension,
  embeddedResource,
  intOrString,
  listAtomic,
  listMap,
  listSet,
  mapAtomic,
  printReference,
  printYaml,
  quantity,
  type SpecInputOf,
  type SpecOf,
  type StatusOf,
  type VersionInput,
} from './definition/index.ts';
export { CrdError, type CrdErrorCode, isCrdError } from './errors.ts';
