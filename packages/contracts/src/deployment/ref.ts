/** Names one object of a cluster. */
export interface Ref {
  readonly apiVersion?: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Where set, an object of the same name with another uid is another object. */
  readonly uid?: string;
}

/** Names one version of a handler. */
export interface VersionRef {
  readonly namespace: string;
  /** Name of the GatiHandler. */
  readonly handler: string;
  /** Any non-empty string: `v1.0.0`, `tsv:…`, `v1.0.0+a1b2c3`. */
  readonly versionId: string;
  /** Name of the GatiVersion that records it. */
  readonly name?: string;
}
