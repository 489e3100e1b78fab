import type { Ref } from '@gati-framework/contracts/deployment';
import type { DeepReadonly } from '@slipway/kube';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';

const API_VERSION = 'gati.dev/v1alpha1';

/** Names a handler, and none that takes its name later. */
export function refOfHandler({ metadata }: Pick<DeepReadonly<ReadHandler>, 'metadata'>): Ref {
  const { namespace, name, uid } = metadata;
  return { apiVersion: API_VERSION, kind: 'GatiHandler', namespace, name, ...(uid !== undefined && { uid }) };
}

export function refOfVersion({ metadata }: Pick<DeepReadonly<ReadVersion>, 'metadata'>): Ref {
  const { namespace, name } = metadata;
  return { apiVersion: API_VERSION, kind: 'GatiVersion', namespace, name };
}
