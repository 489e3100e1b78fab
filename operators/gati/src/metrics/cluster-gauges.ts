import type { AnyKind, Cluster } from '@slipway/kube';
import { Deployment } from '@slipway/kube/kinds';
import type { OwnMetrics } from '@slipway/runtime';
import type { ReadHandler, ReadVersion } from '../cluster/index.ts';
import type { BlockerReason } from '../decommission/index.ts';
import { LABELS } from '../names/index.ts';
import { GatiHandlerKind, GatiVersionKind, type GatiVersionStatus } from '../types/index.ts';

/** What the caches hold, counted at each scrape (G-180). A cache that is not filled yet counts as empty. */
export function clusterGauges(metrics: OwnMetrics, cluster: Cluster, namespaces?: readonly string[]): void {
  const all = (kind: AnyKind): readonly unknown[] =>
    (namespaces ?? [undefined]).flatMap((namespace) => {
      const cache = cluster.findCache(kind, namespace);
      return cache?.state.synced ? cache.list(namespace === undefined ? {} : { namespace }) : [];
    });
  const counted = (label: string, known: readonly string[], found: readonly string[]) => {
    const counts = new Map(known.map((value) => [value, 0]));
    for (const value of found) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts].map(([value, count]) => ({ labels: { [label]: value }, value: count }));
  };
  const versions = (): readonly ReadVersion[] => all(GatiVersionKind as AnyKind) as readonly ReadVersion[];
  metrics.gauge(
    { name: 'deployment_count', help: 'Deployments that the operator made, by what for.', labels: ['kind'] },
    () => {
      const deployments = all(Deployment) as readonly { metadata: { labels?: Readonly<Record<string, string>> } }[];
      const kinds = deployments.flatMap(({ metadata: { labels = {} } }) => {
        // Helm manages what it installs, and says so in the label for that.
        const kind = labels[LABELS.partOf] === 'gati' ? labels[LABELS.name]?.replace('gati-', '') : undefined;
        return kind === undefined ? [] : [kind];
      });
      return counted('kind', ['handler', 'module'], kinds);
    },
  );
  metrics.gauge(
    {
      name: 'gati_operator_traffic_share',
      help: 'Percent of the traffic that a version should get, is given and has answered, while it is measured.',
      labels: ['namespace', 'handler', 'version', 'share'],
    },
    () => (all(GatiHandlerKind as AnyKind) as readonly ReadHandler[]).flatMap(sharesOf),
  );
  metrics.gauge({ name: 'gati_operator_versions', help: 'Versions by stage.', labels: ['stage'] }, () =>
    counted(
      'stage',
      STAGES,
      versions().flatMap(({ status }) => status?.stage ?? []),
    ),
  );
  metrics.gauge(
    {
      name: 'gati_operator_blocked_versions',
      help: 'Versions that drain and may not be removed yet, by each reason.',
      labels: ['reason'],
    },
    () =>
      counted(
        'reason',
        BLOCKERS,
        versions().flatMap(({ status }) => [...new Set(status?.blockers?.map(({ reason }) => reason) ?? [])]),
      ),
  );
}

/** Only of handlers whose traffic is measured: thousands that are settled have nothing to compare. */
function sharesOf({ metadata, status }: ReadHandler): { labels: Record<string, string>; value: number }[] {
  const { wanted = {}, achieved = {}, measured } = status?.traffic ?? {};
  if (!measured) return [];
  const { namespace, name: handler } = metadata;
  return Object.entries({ wanted, achieved, measured }).flatMap(([share, shares]) =>
    Object.entries(shares).map(([version, value]) => ({ labels: { namespace, handler, version, share }, value })),
  );
}

/** Every reason that can be in the way of a removal, so that each series is there from the start. */
const BLOCKERS = namesOf<BlockerReason>({
  HasWeight: 0,
  TrafficSeen: 0,
  TrafficUnknown: 0,
  TooFewSamples: 0,
  GracePeriod: 0,
  InFlight: 0,
  InFlightUnknown: 0,
  Protected: 0,
  InUse: 0,
  LastHealthy: 0,
  Disabled: 0,
  DryRun: 0,
  ForeignWorkload: 0,
});

const STAGES = namesOf<NonNullable<GatiVersionStatus['stage']>>({
  Waiting: 0,
  Staged: 0,
  HeaderOnly: 0,
  Canary: 0,
  Current: 0,
  Serving: 0,
  Standby: 0,
  Failed: 0,
  Draining: 0,
  Drained: 0,
  Decommissioning: 0,
  Decommissioned: 0,
});

/** All names of a union: a record of it does not compile while one is missing. */
function namesOf<Name extends string>(names: Readonly<Record<Name, 0>>): readonly string[] {
  return Object.keys(names);
}
