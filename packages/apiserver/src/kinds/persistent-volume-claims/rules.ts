import { isJsonObject, type JsonObject, type KubeObject, without } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';

/** What a claim may be filled from by its old field; anything goes in the new one. */
function isOldSource({ apiGroup = '', kind }: JsonObject): boolean {
  return (
    (kind === 'PersistentVolumeClaim' && apiGroup === '') ||
    (kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io')
  );
}

/** The old and the new field for where the content comes from say the same. */
function withBothSources(claim: KubeObject): KubeObject {
  const { spec } = claim;
  if (!isJsonObject(spec)) return claim;
  const { dataSource, dataSourceRef } = spec;
  const known = isJsonObject(dataSource) && isOldSource(dataSource) ? dataSource : undefined;
  const reference = isJsonObject(dataSourceRef) ? dataSourceRef : known;
  if (known === dataSource && reference === dataSourceRef && (reference === undefined) === (known === undefined)) {
    return claim;
  }
  const old = known ?? (reference && !reference['namespace'] ? reference : undefined);
  return {
    ...claim,
    spec: {
      ...without(spec, 'dataSource', 'dataSourceRef'),
      ...(old && { dataSource: old }),
      ...(reference && { dataSourceRef: reference }),
    },
  };
}

export const claimRules: KindRules = {
  // Nobody has bound it yet.
  prepareCreate: (claim) => ({ ...withBothSources(claim), status: { phase: 'Pending' } }),
  prepareUpdate: withBothSources,
};
