import type { DeploymentResource, IDeploymentTarget, Instant, Known, Ref } from '@gati-framework/contracts/deployment';
import { isTargetError } from '@slipway/targets';
import { foreignReason, type RemovalSituation } from '../decommission/index.ts';
import { LABELS, versionKey, versionObjectName } from '../names/index.ts';
import type { GatiVersion } from '../types/index.ts';

/** What a version has in the cluster: its own objects by name, or those it names and may not touch unasked. */
export interface VersionObjects extends Pick<RemovalSituation, 'scalers' | 'deployment' | 'pods' | 'rest'> {
  /** Why they may not be removed (G-106). */
  readonly foreign?: string;
}

const SCALERS = ['HorizontalPodAutoscaler', 'ScaledObject'];
const REST = ['PodDisruptionBudget', 'Service', 'ConfigMap'];

export async function findObjects(
  target: IDeploymentTarget,
  version: GatiVersion,
  handler: string,
  versions: readonly GatiVersion[],
  now: Instant,
): Promise<VersionObjects> {
  const { namespace = '' } = version.metadata;
  const isOwn = version.spec.template !== undefined;
  const ownName = versionObjectName(handler, version.spec.versionId);
  const read = async (kind: string): Promise<DeploymentResource | undefined> => {
    const named = kind === 'Deployment' ? version.spec.deploymentName : version.spec.serviceName;
    const name = isOwn ? ownName : kind === 'Deployment' || kind === 'Service' ? named : undefined;
    const found = name === undefined ? null : await getOptional(target, kind, namespace, name);
    return found && (!isOwn || belongs(found, version, handler)) ? found : undefined;
  };
  const found = async (kinds: readonly string[]): Promise<DeploymentResource[]> =>
    (await Promise.all(kinds.map(read))).filter((one) => one !== undefined);
  const [scalers, [deployment], rest] = await Promise.all([found(SCALERS), found(['Deployment']), found(REST)]);
  const foreign = isOwn ? undefined : foreignReason(version, versions, [deployment, ...rest]);
  return {
    scalers: scalers.map(refOf),
    rest: rest.map(refOf),
    pods: await podsOf(target, deployment, now),
    ...(deployment && { deployment: { ref: refOf(deployment), replicas: replicasOf(deployment) } }),
    ...(foreign !== undefined && { foreign }),
  };
}

/** An object of the generated name that another client made is not the version's (G-23). */
function belongs({ metadata }: DeploymentResource, version: GatiVersion, handler: string): boolean {
  const owner = metadata.ownerReferences?.find(({ controller }) => controller);
  if (owner) return owner.uid === version.metadata.uid;
  return metadata.labels?.[LABELS.versionKey] === versionKey(handler, version.spec.versionId);
}

async function getOptional(
  target: IDeploymentTarget,
  kind: string,
  namespace: string,
  name: string,
): Promise<DeploymentResource | null> {
  try {
    return await target.get(kind, namespace, name);
  } catch (error) {
    // A cluster without KEDA has no ScaledObjects.
    if (isTargetError(error, 'TARGET_UNKNOWN_KIND')) return null;
    throw error;
  }
}

async function podsOf(
  target: IDeploymentTarget,
  deployment: DeploymentResource | undefined,
  now: Instant,
): Promise<Known<number>> {
  if (!deployment) return { value: 0, at: now };
  const { selector } = deployment.spec as { selector?: { matchLabels?: Record<string, string> } };
  if (!selector?.matchLabels) return { unknown: `Deployment ${deployment.metadata.name} has no selector by labels` };
  const pods = await target.list('Pod', deployment.metadata.namespace, selector.matchLabels);
  return { value: pods.length, at: now };
}

function replicasOf({ spec }: DeploymentResource): number {
  return (spec as { replicas?: number }).replicas ?? 1;
}

function refOf({ kind, apiVersion, metadata: { namespace, name, uid } }: DeploymentResource): Ref {
  return { kind, namespace, name, ...(apiVersion !== undefined && { apiVersion }), ...(uid !== undefined && { uid }) };
}
