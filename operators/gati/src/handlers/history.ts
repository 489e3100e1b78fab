import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import { chainedVersions } from '../compatibility/index.ts';
import { recordsToDelete } from '../decommission/index.ts';
import type { HandlerDecision } from './decide.ts';

const DEFAULT_LIMIT = 20;

/** Records that are kept for nobody: retired long ago, made by the operator, in no chain of transformers (G-107). */
export function obsoleteRecords({ spec }: ReadHandler, { facts }: Pick<HandlerDecision, 'facts'>): ReadVersion[] {
  const versions = facts.versions.map(({ version }) => version);
  const isLive = ({ record }: (typeof versions)[number]): boolean => record.status?.stage !== 'Decommissioned';
  const chained = chainedVersions(
    versions.map(({ id }) => id),
    versions.flatMap(({ record }) => record.spec.transformers ?? []),
    versions.filter(isLive).map(({ id }) => id),
  );
  const obsolete = recordsToDelete(
    versions.map(({ record, id, createdAt, isOperatorAuthored }) => ({
      name: record.metadata.name,
      versionId: id,
      stage: record.status?.stage,
      createdAt,
      isOperatorAuthored,
    })),
    spec.versionHistoryLimit ?? DEFAULT_LIMIT,
    chained,
  );
  return versions.map(({ record }) => record).filter(({ metadata }) => obsolete.includes(metadata.name));
}
