import { type Cluster, isKubeError, Lease } from '@slipway/kube';

export interface OperatorPresence {
  readonly isRunning: boolean;
  /** Whether the answer is about all namespaces. */
  readonly isKnown: boolean;
}

/** What `lookForOperator` reads. */
export type Watched = Pick<Cluster, 'clock'> & {
  readonly client: { readonly live: Pick<Cluster['client']['live'], 'get' | 'listAll'> };
};

/** A Lease that nobody renewed for this long has no holder; the operator renews every 2 s. */
const SILENT_MS = 30_000;

/**
 * Whether somebody holds the operator's Lease now, by the clock of this machine. It can lead from any namespace; who
 * may not look into all of them knows only about the one that is named.
 */
export async function lookForOperator({ client, clock }: Watched, namespace: string): Promise<OperatorPresence> {
  const name = 'gati-operator';
  const everywhere = await client.live
    .listAll(Lease, { fieldSelector: `metadata.name=${name}` })
    .catch((error: unknown) => {
      if (!isKubeError(error, 'KUBE_FORBIDDEN')) throw error;
    });
  const leases = everywhere ?? [await client.live.get(Lease, { namespace, name })];
  const isRunning = leases.some((lease) => {
    const { holderIdentity, renewTime } = lease?.spec ?? {};
    return Boolean(holderIdentity) && clock.wall() - Date.parse(renewTime ?? '') < SILENT_MS;
  });
  return { isRunning, isKnown: everywhere !== undefined };
}
