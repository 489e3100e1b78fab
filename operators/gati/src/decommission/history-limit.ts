import type { Instant } from '@gati-framework/contracts/deployment';
import type { Stage } from '../types/index.ts';

/** A GatiVersion as the limit of records sees it. */
export interface VersionRecord {
  readonly name: string;
  readonly versionId: string;
  readonly stage: Stage | undefined;
  readonly createdAt: Instant;
  readonly isOperatorAuthored: boolean;
}

/**
 * Names of the records to delete (G-107): of the retired ones that the operator made, the oldest beyond `limit`. A
 * record that a live version's chain of transformers passes through (`chained`, by versionId) stays and takes no
 * place from another.
 */
export function recordsToDelete(
  records: readonly VersionRecord[],
  limit: number,
  chained: ReadonlySet<string>,
): string[] {
  return records
    .filter(
      ({ stage, isOperatorAuthored, versionId }) =>
        stage === 'Decommissioned' && isOperatorAuthored && !chained.has(versionId),
    )
    .sort((a, b) => b.createdAt - a.createdAt || (a.name < b.name ? 1 : -1))
    .slice(limit)
    .map(({ name }) => name)
    .toReversed();
}
