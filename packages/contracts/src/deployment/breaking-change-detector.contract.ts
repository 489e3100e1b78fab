import type { Known } from './known.ts';
import type { VersionRef } from './ref.ts';

/** One difference between the schemas of two versions. */
export interface SchemaChange {
  /** JSON Pointer into the schema. */
  readonly path: string;
  readonly side: 'request' | 'response';
  readonly breaking: boolean;
  readonly message: string;
}

export interface BreakingChangeResult {
  /** Unknown counts as breaking: callers are moved only to what is known to serve them. */
  readonly breaking: Known<boolean>;
  readonly changes: readonly SchemaChange[];
}

/** Says whether callers of one version can be served by another. Throwing, or over 5 s, is unknown. */
export interface IBreakingChangeDetector {
  detect(from: VersionRef, to: VersionRef): Promise<BreakingChangeResult>;
}
