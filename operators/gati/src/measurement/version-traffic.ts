import type { VersionRef } from '@gati-framework/contracts/deployment';

/** What sources must know of a version beside its name. */
export interface VersionTraffic {
  /** Labels that its pods, and no others of the namespace, carry. */
  readonly podLabels: Readonly<Record<string, string>>;
  /** Name of its Deployment: `$deployment` in queries. */
  readonly deployment: string;
  readonly metricsPath: string;
  readonly metricsPort: number;
  /** PromQL in place of the built-in query for requests. */
  readonly query?: string;
}

/** Undefined: no such version, so nothing is known of its traffic. */
export type VersionLookup = (version: VersionRef) => VersionTraffic | undefined;

/** By which a version is remembered. */
export function keyOf({ namespace, handler, versionId }: VersionRef): string {
  return JSON.stringify([namespace, handler, versionId]);
}
