import type { JsonObject } from '@slipway/crd/schema';

export interface ConvertOptions {
  /** @default what the manifests show, else a handler */
  readonly as?: 'handler' | 'module';
  /** Of the resource. @default that of the Deployment */
  readonly name?: string;
  /** @default what the manifests tell, else `/` */
  readonly path?: string;
  /** @default the first port of the container, else the one that its Service leads to */
  readonly port?: number;
  /** @default what the manifests tell, else the tag of the image */
  readonly version?: string;
  /** @default what the manifests tell, else `oci` */
  readonly moduleType?: 'node' | 'wasm' | 'oci';
  /** @default what the manifests tell, else the type of the module */
  readonly runtime?: string;
  /** Keeps the workload as a version with all of the weight, and rolls the new one out from it (G-191). @default false */
  readonly adopt?: boolean;
}

/** What was decided because the manifests do not tell it. */
export interface Choice {
  readonly field: string;
  readonly why: string;
  readonly wayOut: string;
}

export interface Draft {
  readonly resource: JsonObject;
  readonly choices: readonly Choice[];
}

/**
 * What became of a field.
 * - `lost`: it cannot be expressed; without it the workload behaves otherwise
 * - `replaced`: the operator has its own way to the same end
 * - `added`: the manifest does not say it, and pods have it now
 * - `chosen`: a field of the result that the manifests do not tell
 * - `kept`: an object that goes on as it is
 * - `skipped`: an object of a cluster that the operator makes already
 */
export type FindingSort = 'lost' | 'replaced' | 'added' | 'chosen' | 'kept' | 'skipped';

/** A field that was not carried over as it is. Never with its value: people put secrets into manifests. */
export interface Finding {
  readonly sort: FindingSort;
  /** The object that was given or, of what was chosen, the one that was made. */
  readonly object: JsonObject;
  /** Steps to the field; empty for the whole object. */
  readonly path: readonly (string | number)[];
  readonly valueKind: 'text' | 'number' | 'boolean' | 'list' | 'map' | 'nothing';
  readonly why: string;
  readonly wayOut: string;
}

export interface Conversion {
  readonly resources: readonly JsonObject[];
  readonly findings: readonly Finding[];
  /** What a person does beside applying the resources. */
  readonly commands: readonly string[];
  /** Why there is no resource for a Deployment; one sentence each. */
  readonly problems: readonly string[];
}
