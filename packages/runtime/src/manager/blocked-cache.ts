import type { AnyKind, AnyObject, Cache, Clock, Logger, Timer } from '@slipway/kube';
import { resourceName } from '@slipway/kube/kinds';

export interface BlockedCacheOptions {
  readonly kind: AnyKind;
  readonly cache: Pick<Cache<AnyObject>, 'state' | 'onStateChange'>;
  /** The kind may be absent; then that is no news. */
  readonly optional: boolean;
  /** The namespaces that are watched; undefined: all of them. */
  readonly namespaces: readonly string[] | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Long enough for a server that is only just starting, short enough for a person who waits. */
const FIRST_MS = 2_000;
/** The longest time between two reports of one trouble: soon enough for a person who opens the log only now. */
const LONGEST_MS = 60_000;

/**
 * Reports a cache that does not follow its server: why, and what to run. First after two seconds, then at growing
 * intervals while it lasts.
 * @returns ends it
 */
export function reportWhileBlocked(options: BlockedCacheOptions): () => void {
  const { cache, clock, logger } = options;
  let timer: Timer | undefined;
  let reports = 0;
  const isBlocked = (): boolean => cache.state.blocker !== undefined && !(options.optional && cache.state.absent);
  const look = (): void => {
    if (!isBlocked()) {
      timer?.cancel();
      timer = undefined;
      if (reports > 0 && cache.state.synced) {
        logger.info({ resource: resourceName(options.kind) }, 'The cache follows the server again.');
        reports = 0;
      }
    } else timer ??= clock.timer(FIRST_MS, report);
  };
  const report = (): void => {
    const { blocker } = cache.state;
    reports++;
    logger.error({ resource: resourceName(options.kind), blocker }, adviceFor(options));
    timer = clock.timer(Math.min(FIRST_MS * 2 ** (reports + 1), LONGEST_MS), report);
  };
  const unlisten = cache.onStateChange(look);
  look();
  return () => {
    unlisten();
    timer?.cancel();
  };
}

/** What is wrong, and what to run. */
function adviceFor({ kind, cache, namespaces }: BlockedCacheOptions): string {
  const { absent, forbidden } = cache.state;
  const name = resourceName(kind);
  if (absent)
    return `The cluster does not serve ${name} (${kind.version}). Install its definition: kubectl apply -f <the CustomResourceDefinition of ${name}>.`;
  if (!forbidden) return `The cache of ${name} cannot read from the cluster; it tries again.`;
  const rule = `--verb=get,list,watch --resource=${name}`;
  if (!namespaces)
    return `This account may not watch ${name}. Allow it: kubectl create clusterrole <name> ${rule}, then bind it to this account.`;
  return `This account may not watch ${name} in ${namespaces.join(', ')}. Allow it there: kubectl create role <name> ${rule} -n <namespace>, then bind it to this account.`;
}
