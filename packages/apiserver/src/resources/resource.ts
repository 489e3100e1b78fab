import type { KubeObject } from '../objects/index.ts';

/** A subresource as discovery shows it. Its kind is the parent's unless it says otherwise. */
export interface Subresource {
  readonly name: string;
  readonly kind: string;
  /** Group and version of the kind where they are not the parent's. */
  readonly group?: string;
  readonly version?: string;
  readonly verbs: readonly string[];
}

/** One column of a Table answer that a CRD declares. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string;
  readonly description?: string;
  readonly priority?: number;
  readonly jsonPath: string;
}

/** Where the numbers of a scale are in an object, as dotted paths: `.spec.replicas`. */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  /** The selector of what is scaled, as text. */
  readonly labelSelectorPath?: string;
}

/** One version of a resource as it is served. */
export interface ServedVersion {
  readonly version: string;
  readonly verbs: readonly string[];
  readonly subresources: readonly Subresource[];
  readonly printerColumns?: readonly PrinterColumn[];
  /** JSON paths that may be used as field selectors beside the metadata ones (custom kinds). */
  readonly selectableFields?: readonly string[];
  /** The `openAPIV3Schema` of a custom kind. */
  readonly schema?: unknown;
  /** For kinds that can be scaled. */
  readonly scale?: ScalePaths;
  /** What every request to this version is warned of. */
  readonly warning?: string;
}

/**
 * A resource: one collection in the store, served in one or more versions. Built-in ones come from
 * a table, custom ones from CRDs; everything else (discovery, routes, OpenAPI) is derived from it.
 */
export interface Resource {
  /** The empty string is the core group. */
  readonly group: string;
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly namespaced: boolean;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  /** In order of preference. */
  readonly versions: readonly ServedVersion[];
  /** Custom kinds differ from built-in ones in a dozen small ways (K-40, K-91, K-95 …). */
  readonly custom: boolean;
  /** False for questions and orders (reviews, bindings): they are answered, and nothing of them is kept. */
  readonly stored: boolean;
  /** Where the objects are kept. Two resources with one collection show the same objects (events). */
  readonly collection: string;
  /** What declares a custom kind. It is another object whenever its spec or its names changed. */
  readonly definition?: KubeObject;
  /** The version in which a custom kind is stored, which need not be served. */
  readonly storageVersion?: string;
  /** The definition is being deleted: nothing new may come. */
  readonly isTerminating?: boolean;
}

/** `deployments.apps`, `configmaps`: how error messages name a resource. */
export function qualifiedName(resource: Pick<Resource, 'group' | 'plural'>): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** `Deployment.apps`, `ConfigMap`: how validation messages name a kind. */
export function qualifiedKind(resource: Pick<Resource, 'group' | 'kind'>): string {
  return resource.group === '' ? resource.kind : `${resource.kind}.${resource.group}`;
}

export function apiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}

export function hasStatus(version: ServedVersion): boolean {
  return version.subresources.some((subresource) => subresource.name === 'status');
}
