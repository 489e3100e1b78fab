import type { PatchOperation } from '@gati-framework/contracts/deployment';
import { addFinalizerPatch, changeFinalizer, finalizerStep, removeFinalizerPatch } from '@slipway/runtime/finalizer';
import type { ClusterPort, ReadVersion } from '../cluster/index.ts';
import { FINALIZERS } from '../names/index.ts';

/** What puts the finalizer on a record that lacks it; nothing on one that goes. */
export function finalizerOperations(record: ReadVersion): PatchOperation[] {
  return finalizerStep(record, FINALIZERS.version) === 'add' ? addFinalizerPatch(record, FINALIZERS.version) : [];
}

/** Lets a record go of which nothing is left. */
export async function removeFinalizer(port: ClusterPort, record: Pick<ReadVersion, 'metadata'>): Promise<void> {
  const { namespace, name } = record.metadata;
  const access = {
    patch: (operations: readonly PatchOperation[]) => port.patch({ kind: 'GatiVersion', namespace, name }, operations),
    read: async () => (await port.live.get('GatiVersion', namespace, name)) ?? undefined,
  };
  await changeFinalizer(access, record, (read) => removeFinalizerPatch(read, FINALIZERS.version));
}
