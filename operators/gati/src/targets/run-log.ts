import type { AnyKind, Cluster, Logger } from '@slipway/kube';
import { resourceName } from '@slipway/kube/kinds';
import { currentRun } from '@slipway/runtime/controller';
import { GatiHandlerKind, GatiModuleKind } from '../types/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What is reconciled, by the name that the runtime gives to its controller. */
const KINDS: ReadonlyMap<string, AnyKind> = new Map(
  [GatiHandlerKind as AnyKind, GatiModuleKind as AnyKind].map((kind) => [resourceName(kind), kind]),
);

/**
 * What a target writes, with the request that it works for: its id, and the object and generation that were asked for
 * (G-181). Targets know nothing of reconciles; who is running one is known wherever it awaits.
 */
export function runLog(logger: Logger, cluster: Cluster): Logger {
  const reported = (level: keyof Logger) => (fields: Fields, message: string) =>
    logger[level]({ ...fields, ...requestOf(cluster) }, message);
  return { debug: reported('debug'), info: reported('info'), warn: reported('warn'), error: reported('error') };
}

function requestOf(cluster: Cluster): Fields {
  const run = currentRun();
  if (!run) return {};
  const { reconcileID, controller, key } = run;
  const { namespace = '', name = '' } = key as { namespace?: string; name?: string };
  const kind = KINDS.get(controller);
  const generation = kind && cluster.findCache(kind, namespace)?.get({ namespace, name })?.metadata?.generation;
  return { reconcileID, owner: `${kind?.kind ?? controller} ${namespace}/${name}`, generation };
}
