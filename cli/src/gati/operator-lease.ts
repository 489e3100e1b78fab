import { WATCHED } from '@gati-framework/operator/client';
import { type Cluster, isKubeError, type ObjectOf } from '@slipway/kube';
import { Lease } from '@slipway/kube/kinds';

export interface OperatorPresence {
  readonly isRunning: boolean;
  /** Whether the answer is about all namespaces. */
  readonly isKnown: boolean;
}

/** What `lookForOperator` reads. */
export type Watched = Pick<Cluster, 'clock'> & {
  readonly client: { readonly live: Pick<Cluster['client']['live'], 'get' | 'listAll'> };
};

type LeaseObject = ObjectOf<typeof Lease>;

const NAME = 'gati-operator';
/** A Lease that nobody renewed for this long has no holder; the operator renews every 2 s. */
const SILENT_MS = 30_000;

/**
 * Whether a process holds the operator's Lease now, by the clock of this machine. It can lead from any namespace; who
 * may not look into all of them knows only about the one that is named.
 */
export async function lookForOperator({ client, clock }: Watched, namespace: string): Promise<OperatorPresence> {
  const everywhere = await allLeases(client);
  const leases = everywhere ?? [await client.live.get(Lease, { namespace, name: NAME })];
  const isRunning = leases.some((lease) => isHeld(lease, clock.wall()));
  return { isRunning, isKnown: everywhere !== undefined };
}

/**
 * What to say where more than one installation works on a namespace: each undoes what the other does. Undefined where
 * all is well, and where nobody may look.
 */
export async function warningOfSeveral(
  { client, clock }: Watched,
  namespace: string | undefined,
): Promise<string | undefined> {
  const leases = (await allLeases(client)) ?? [];
  const here = leases.filter((lease) => isHeld(lease, clock.wall()) && watches(lease, namespace));
  if (here.length < 2) return undefined;
  const named = here.map(({ metadata, spec }) => `${metadata.namespace}/${NAME}, held by ${spec?.holderIdentity}`);
  const place = namespace === undefined ? 'this cluster' : `namespace ${namespace}`;
  return (
    `warning: ${here.length} installations of the Gati operator work on ${place}, and each undoes what the other does: ` +
    `Lease ${named.join('; Lease ')}. Stop all but one, or give them different WATCH_NAMESPACES.\n`
  );
}

async function allLeases(client: Watched['client']): Promise<LeaseObject[] | undefined> {
  return client.live.listAll(Lease, { fieldSelector: `metadata.name=${NAME}` }).catch((error: unknown) => {
    if (!isKubeError(error, 'KUBE_FORBIDDEN')) throw error;
    return undefined;
  });
}

function isHeld(lease: LeaseObject | undefined, now: number): boolean {
  const { holderIdentity, renewTime } = lease?.spec ?? {};
  return Boolean(holderIdentity) && now - Date.parse(renewTime ?? '') < SILENT_MS;
}

/** One that names nothing counts as watching all. Of all namespaces only those that watch all are surely two too many. */
function watches({ metadata }: LeaseObject, namespace: string | undefined): boolean {
  const watched = metadata.annotations?.[WATCHED] ?? '*';
  return watched === '*' || (namespace !== undefined && watched.split(',').includes(namespace));
}
