import type { PatchOperation } from '@gati-framework/contracts/deployment';
import { isKubeError } from '@slipway/kube';
import type { ClusterPort } from '../cluster/index.ts';
import type { Sync } from '../sets/index.ts';
import type { Leaving } from './leaving.ts';

type Unremoved = Sync['unremoved'][number];

/**
 * One step of the removal of what a version refers to: its Deployment and Service were given away by annotation
 * (G-106). What the server refuses is reported, and tried again; it holds nothing else up.
 */
export async function removeForeign(port: ClusterPort, act: NonNullable<Leaving['act']>): Promise<Unremoved[]> {
  const { ref } = act;
  const { kind, namespace, name, uid } = ref;
  const isSame: PatchOperation[] = uid === undefined ? [] : [{ op: 'test', path: '/metadata/uid', value: uid }];
  try {
    if (act.do === 'delete') await port.delete(kind, namespace, name, uid === undefined ? {} : { uid });
    else await port.patch(ref, [...isSame, { op: 'add', path: '/spec/replicas', value: 0 }]);
    return [];
  } catch (error) {
    if (isKubeError(error, 'KUBE_NOT_FOUND')) return [];
    if (!isKubeError(error, 'KUBE_FORBIDDEN', 'KUBE_INVALID')) throw error;
    return [{ ref, message: `${kind} ${name}: ${error.message}` }];
  }
}

/** As a set of which these could not be removed (G-102). */
export function withUnremoved(sync: Sync, kept: readonly Unremoved[]): Sync {
  if (kept.length === 0) return sync;
  const { condition } = sync;
  const reported = kept.map(({ message }) => message).join(' ');
  const message = condition.status === 'False' ? `${condition.message} ${reported}` : reported;
  return {
    ...sync,
    condition: { type: 'Synced', status: 'False', reason: 'ApplyFailed', message },
    unremoved: [...sync.unremoved, ...kept],
    failures: [...sync.failures, ...kept.map((one) => ({ ...one, reason: 'ApplyFailed' }))],
  };
}
