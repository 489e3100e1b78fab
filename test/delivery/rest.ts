import type { VersionId } from '@slipway/delivery';
import { type App, INSTANCE, nameOfVersion } from './app.ts';
import type { Objects } from './observer.ts';

/**
 * Whether the Deployment of a version has as many pods as it wants, all of them ready and counted in its status; of a
 * broken version, that none is on its way any more.
 */
export function isAtRest(app: App, version: VersionId, { deployments, pods }: Objects, isBroken: boolean): boolean {
  const name = nameOfVersion(app, version);
  const own = pods.filter(({ metadata }) => metadata.labels?.[INSTANCE] === name);
  const deployment = deployments.find(({ metadata }) => metadata.name === name);
  if (!deployment) return own.length === 0;
  const { metadata, spec, status } = deployment;
  const ready = own.filter(isReady).length;
  const isStill = isBroken ? own.every(({ status: pod }) => pod?.phase !== 'Pending') : ready === spec?.replicas;
  return (
    isStill &&
    own.length === spec?.replicas &&
    own.every((pod) => pod.metadata.deletionTimestamp === undefined) &&
    status?.observedGeneration === metadata.generation &&
    (status?.replicas ?? 0) === spec?.replicas &&
    (status?.readyReplicas ?? 0) === ready
  );
}

export function isReady({ status: { conditions = [] } = {} }: Objects['pods'][number]): boolean {
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}
