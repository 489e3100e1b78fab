import { type Cluster, isKubeError, type Logger, type ObjectOf } from '@slipway/kube';
import { Lease } from '@slipway/kube/kinds';
import { MANAGER } from '../names/index.ts';
import { WATCHED } from '../words/index.ts';

type LeaseObject = ObjectOf<typeof Lease>;

/** As the annotation has it; equal for equal sets. */
export const watchedText = (namespaces: readonly string[] | undefined): string =>
  namespaces?.toSorted().join(',') ?? '*';

/** This process: where its Lease is, and what it watches. */
export interface OwnInstallation {
  readonly namespace: string;
  readonly watched: string;
}

/**
 * The other installations that work where this one does, one sentence each, by two looks at all Leases of the name. Only
 * a Lease that was renewed in between has a holder. Installations that watch different namespaces get on with each other.
 */
export function otherInstallations(
  before: readonly LeaseObject[],
  now: readonly LeaseObject[],
  own: OwnInstallation,
): string[] {
  const renewals = new Map(before.map(({ metadata, spec }) => [metadata.namespace, spec?.renewTime]));
  return now.flatMap(({ metadata, spec }) => {
    const { namespace = '', annotations } = metadata;
    const isAlive =
      Boolean(spec?.holderIdentity) && renewals.has(namespace) && renewals.get(namespace) !== spec?.renewTime;
    if (!isAlive) return [];
    const watched = annotations?.[WATCHED];
    const place = `Lease ${namespace}/${MANAGER}, held by ${spec?.holderIdentity}, watches ${described(watched)}`;
    return namespace !== own.namespace && overlap(watched, own.watched) ? [place] : [];
  });
}

/**
 * What the leader of this very installation watches, where that is not what this process watches. It is so for a while
 * in every rolling change of the setting; where it stays, one of both never works.
 */
export function otherSettings(now: readonly LeaseObject[], own: OwnInstallation): string | undefined {
  const lease = now.find(({ metadata }) => metadata.namespace === own.namespace);
  const holder = lease?.spec?.holderIdentity;
  const watched = lease?.metadata.annotations?.[WATCHED];
  if (!holder || watched === undefined || watched === own.watched) return undefined;
  return `${holder}, which holds the Lease ${own.namespace}/${MANAGER}, watches ${described(watched)}, and this process ${described(own.watched)}`;
}

const described = (watched: string | undefined): string =>
  watched === undefined ? 'namespaces that it does not name' : watched === '*' ? 'all namespaces' : watched;

/** What is not known counts as all. */
function overlap(one: string | undefined, other: string): boolean {
  if (one === undefined || one === '*' || other === '*') return true;
  const names = new Set(one.split(','));
  return other.split(',').some((name) => names.has(name));
}

/** What `watchInstallations` asks of a cluster. */
export type Watched = Pick<Cluster, 'clock'> & {
  readonly client: { readonly live: Pick<Cluster['client']['live'], 'listAll'> };
};

/** Leases are renewed every 2 s, so that a living one differs after the first wait. */
const FIRST_WAIT_MS = 10_000;
const WAIT_MS = 60_000;
/** Further looks at which the leader still has other settings, before that is no rolling change any more. */
const LOOKS_OF_A_CHANGE = 2;

export interface LookingOptions {
  readonly logger: Logger;
  /** How many were found by the last look. */
  readonly onLook?: (others: number) => void;
  readonly signal: AbortSignal;
}

/** Looks for other installations until the signal fires, and logs each change of what it finds. */
export async function watchInstallations(
  { client, clock }: Watched,
  own: OwnInstallation,
  { logger, onLook, signal }: LookingOptions,
): Promise<void> {
  let before: readonly LeaseObject[] = [];
  let known = '';
  let differing: string | undefined;
  let looks = 0;
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = before.length > 0 ? WAIT_MS : FIRST_WAIT_MS) {
    try {
      const now = await client.live.listAll(Lease, { fieldSelector: `metadata.name=${MANAGER}`, signal });
      const others = otherInstallations(before, now, own);
      before = now;
      if (others.join() !== known) report(others, logger);
      known = others.join();
      onLook?.(others.length);
      const settings = otherSettings(now, own);
      looks = settings !== undefined && settings === differing ? looks + 1 : 0;
      differing = settings;
      if (settings !== undefined && looks === LOOKS_OF_A_CHANGE) reportSettings(settings, logger);
    } catch (error) {
      if (signal.aborted) return;
      if (isKubeError(error, 'KUBE_FORBIDDEN')) {
        logger.info(
          { error },
          'Whether another installation of the operator works on this cluster is not known: its role does not allow to ' +
            `list Leases named ${MANAGER}. Apply the role of this release.`,
        );
        return;
      }
      logger.debug({ error }, 'Other installations could not be looked for; the next look follows.');
    }
    await clock.sleep(waitMs, signal).catch(() => undefined);
  }
}

function report(others: readonly string[], logger: Logger): void {
  if (others.length === 0) {
    logger.info({}, 'No other installation of the Gati operator works on the same namespaces any more.');
    return;
  }
  logger.error(
    { installations: others },
    `Another installation of the Gati operator works on the same namespaces: ${others.join('; ')}. Each undoes what the ` +
      'other does. Stop one of them, or give them different WATCH_NAMESPACES.',
  );
}

function reportSettings(settings: string, logger: Logger): void {
  logger.warn(
    {},
    `Replicas of this installation have different WATCH_NAMESPACES: ${settings}. Only the leader works. Finish the change ` +
      'of the setting, or give all of them the same.',
  );
}
