import type { DeploymentResource } from '@gati-framework/contracts/deployment';
import type { DeepReadonly } from '@slipway/kube';
import { ANNOTATIONS } from '../names/index.ts';
import type { GatiVersion } from '../types/index.ts';

/** A workload that another client made goes only with its owner's permission, and with no other user of it (G-106). */
export function foreignReason(
  version: GatiVersion,
  versions: readonly DeepReadonly<GatiVersion>[],
  objects: readonly (DeploymentResource | undefined)[],
): string | undefined {
  const { deploymentName, serviceName } = version.spec;
  const other = versions.find(
    ({ spec, metadata }) =>
      metadata.name !== version.metadata.name &&
      ((spec.deploymentName !== undefined && spec.deploymentName === deploymentName) ||
        (spec.serviceName !== undefined && spec.serviceName === serviceName)),
  );
  if (other) return `GatiVersion ${other.metadata.name} names the same workload`;
  const unasked = objects.find((one) => one && one.metadata.annotations?.[ANNOTATIONS.adopt] !== 'true');
  return (
    unasked &&
    `${unasked.kind} ${unasked.metadata.name} was made by another client; annotate it with ${ANNOTATIONS.adopt}: "true" to have it removed`
  );
}
