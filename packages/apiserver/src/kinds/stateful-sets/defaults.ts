import type { TypeDefaults } from '../../defaults/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../objects/index.ts';

function withPartition(strategy: JsonObject): JsonObject {
  const typed = strategy['type'] ? strategy : { rollingUpdate: {}, ...strategy, type: 'RollingUpdate' };
  const update = typed['rollingUpdate'];
  if (typed['type'] !== 'RollingUpdate' || !isJsonObject(update) || update['partition'] !== undefined) return typed;
  return { ...typed, rollingUpdate: { ...update, partition: 0 } };
}

/** Claims in a set's spec say what they are, as no other part of an object does (K-146). */
function withClaimKinds(spec: JsonObject): JsonObject {
  const claims = spec['volumeClaimTemplates'];
  const isNamed = (claim: Json): boolean => isJsonObject(claim) && claim['kind'] !== undefined;
  if (!Array.isArray(claims) || claims.every(isNamed)) return spec;
  const kinds = { kind: 'PersistentVolumeClaim', apiVersion: 'v1' };
  return { ...spec, volumeClaimTemplates: claims.map((claim: Json) => ({ ...kinds, ...(claim as JsonObject) })) };
}

export const defaults: TypeDefaults = {
  constants: {
    'apps.v1.StatefulSetSpec': {
      replicas: 1,
      podManagementPolicy: 'OrderedReady',
      revisionHistoryLimit: 10,
      persistentVolumeClaimRetentionPolicy: {},
    },
    'apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy': { whenDeleted: 'Retain', whenScaled: 'Retain' },
  },
  computed: {
    'apps.v1.StatefulSetUpdateStrategy': withPartition,
    'apps.v1.StatefulSetSpec': withClaimKinds,
  },
};
