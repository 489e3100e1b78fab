import type { VersionRef } from './ref.ts';

export interface TransformerChain {
  readonly complete: boolean;
  /** The hops that no transformer covers, as `<from>-><to>`; empty when complete. */
  readonly missing: readonly string[];
}

/**
 * Knows which transformers stand between versions. `announce` comes before a version's first weight,
 * `withdraw` after it was decommissioned; both are idempotent, and a failure blocks that step.
 */
export interface ITransformerCoordinator {
  chain(from: VersionRef, to: VersionRef): Promise<TransformerChain>;
  announce(version: VersionRef): Promise<void>;
  withdraw(version: VersionRef): Promise<void>;
}
