/**
 * @module
 * Resources: what the cluster serves.
 *
 * Built-in resources are data, derived from a real API server by a script; custom ones come and go
 * with their CRDs. Routes, discovery and OpenAPI are all derived from the registry, so they cannot
 * disagree.
 */
export { type Conversion, conversionOf } from './conversion.ts';
export { customCollection, customResource } from './custom.ts';
export { aggregatedDiscovery, coreVersions, groupDocument, groupList, resourceList } from './discovery.ts';
export { factsOf } from './facts.ts';
export { openApiDocument, openApiIndex } from './openapi.ts';
export { openApiV2Document } from './openapi-v2.ts';
export { podTemplatePath } from './pod-template.ts';
export { Registry } from './registry.ts';
export {
  apiVersion,
  hasStatus,
  type PrinterColumn,
  qualifiedKind,
  qualifiedName,
  type Resource,
  type ScalePaths,
  type ServedVersion,
} from './resource.ts';
