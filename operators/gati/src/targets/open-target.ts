import { readFile } from 'node:fs/promises';
import type { ResourceSet } from '@gati-framework/contracts/deployment';
import type { AnyKind, Cluster, ConnectOptions, Logger } from '@slipway/kube';
import { createTarget, type DeploymentTarget, type HelmTargetOptions, takeOver } from '@slipway/targets';
import { OperatorError } from '../errors.ts';
import { MANAGER } from '../names/index.ts';
import type { SetTarget } from '../sets/index.ts';
import { type OperatorEnvironment, targetOf } from '../settings/index.ts';
import { releaseNameOf } from './release-name.ts';
import { runLog } from './run-log.ts';

export interface TargetPlace {
  readonly cluster: Cluster;
  /** How the cluster was found: helm is a process of its own and has to find the same. @default as kubectl would */
  readonly connect?: ConnectOptions | undefined;
  readonly logger: Logger;
  /** Kinds that are watched and that a cluster may lack. */
  readonly watched: readonly AnyKind[];
  /** Kinds of objects that are made and that nobody watches. */
  readonly unwatched: readonly AnyKind[];
}

/** A target with everything that the operator can use. */
export type OperatorTarget = DeploymentTarget & Required<Pick<SetTarget, 'takeOver'>>;

/** Opens the target that the variables name, for an operator that is connected. */
export async function openTarget(env: OperatorEnvironment, place: TargetPlace): Promise<OperatorTarget> {
  const { cluster, connect = {}, logger, watched, unwatched } = place;
  const config = targetOf(env, { cluster, manager: MANAGER, logger: runLog(logger, cluster), watched, unwatched });
  const target = await createTarget(config.kind === 'helm' ? { ...config, ...(await releasesOf(connect)) } : config);
  const handover = { target, cluster, manager: MANAGER, releaseName: releaseNameOf };
  return Object.assign(target, {
    takeOver: (former: string, set: ResourceSet) => takeOver(handover, former, set),
  });
}

/** How helm calls releases, and where it keeps them. */
async function releasesOf(connect: ConnectOptions): Promise<Pick<HelmTargetOptions, 'releaseName' | 'kubeconfig'>> {
  const kubeconfig = await kubeconfigOf(connect);
  return { releaseName: releaseNameOf, ...(kubeconfig !== undefined && { kubeconfig }) };
}

async function kubeconfigOf({ text, path, object, context }: ConnectOptions): Promise<string | undefined> {
  if (object !== undefined || context !== undefined)
    throw new OperatorError(
      'GATI_SETTING',
      'DEPLOYMENT_TARGET is "helm", and the cluster was given as an object or by the name of a context, which helm ' +
        'is not known: give the text or the path of a kubeconfig whose current context it is.',
    );
  return path === undefined ? text : readFile(path, 'utf8');
}
