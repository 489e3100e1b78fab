import type { AnyKind } from '@slipway/kube';
import { ConfigMap, Deployment, Pod, PodDisruptionBudget, Secret, Service } from '@slipway/kube/kinds';
import { GatiHandlerKind, GatiModuleKind, GatiVersionKind } from '../../src/types/index.ts';
import type { Rig } from '../rig.ts';

const KINDS: readonly AnyKind[] = [
  GatiHandlerKind as AnyKind,
  GatiModuleKind as AnyKind,
  GatiVersionKind as AnyKind,
  Deployment,
  Service,
  PodDisruptionBudget,
  ConfigMap,
  Secret,
  Pod,
];

/** Until the namespace is as it was before anybody used it. */
export async function untilNothingIsLeft(rig: Rig): Promise<void> {
  const look = async (): Promise<string[]> => {
    const found = await Promise.all(
      KINDS.map(async (kind) => (await rig.list(kind)).map(({ metadata }) => `${kind.kind} ${metadata?.name}`)),
    );
    return found.flat().filter((name) => name !== 'ConfigMap kube-root-ca.crt');
  };
  await rig.until('nothing is left', look, (left) => left.length === 0);
}

/** A person retires a version: simulated pods have no traffic that could be seen to end. */
export async function retire(rig: Rig, versionId: string): Promise<void> {
  const version = await rig.untilStage(versionId, 'Draining', 'Drained');
  await rig.sayToVersion(version.metadata.name ?? '', 'retire');
  await rig.untilStage(versionId, 'Decommissioned');
}
