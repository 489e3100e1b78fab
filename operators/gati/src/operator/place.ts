import { type Cluster, isKubeError, type Logger } from '@slipway/kube';
import { Namespace } from '@slipway/kube/kinds';
import { MANAGER } from '../names/index.ts';

/** Where `operator.yaml` installs the operator, and where one that runs outside of a cluster elects its leader. */
const USUAL_NAMESPACE = 'gati-system';

/** What `electionPlace` asks of a cluster. */
export type Surroundings = Pick<Cluster, 'name' | 'namespace'> & {
  readonly client: Pick<Cluster['client'], 'create'>;
};

/**
 * The namespace of the Lease: the one that is named, or that of the pod. Outside of a pod it is the usual one, whatever
 * the context of a kubeconfig says: a process on a user's machine and the installed operator then elect one leader.
 */
export async function electionPlace(cluster: Surroundings, named: string | undefined, logger: Logger): Promise<string> {
  if (named !== undefined) return named;
  if (cluster.name === 'in-cluster') return cluster.namespace;
  await makeNamespace(cluster, logger);
  return USUAL_NAMESPACE;
}

/** For a first try on a cluster where nothing is installed. */
async function makeNamespace({ client }: Surroundings, logger: Logger): Promise<void> {
  try {
    await client.create(Namespace, { metadata: { name: USUAL_NAMESPACE } });
    logger.info(
      { namespace: USUAL_NAMESPACE },
      `The namespace ${USUAL_NAMESPACE} was created for the Lease ${MANAGER}.`,
    );
  } catch (error) {
    if (isKubeError(error, 'KUBE_CONFLICT')) return;
    if (!isKubeError(error, 'KUBE_FORBIDDEN')) throw error;
    logger.info(
      { namespace: USUAL_NAMESPACE },
      `Namespaces may not be created. If ${USUAL_NAMESPACE} is absent, create it, or name another one for the Lease by ` +
        'LEADER_ELECT_NAMESPACE.',
    );
  }
}
