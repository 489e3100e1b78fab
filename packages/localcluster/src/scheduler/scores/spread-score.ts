import type { LabelSelector } from '@slipway/apimachinery/selectors';
import { countMatching } from '../filters/index.ts';
import type { PodInfo } from '../pod-info.ts';
import type { NodeInfo, Snapshot } from '../snapshot.ts';
import { type SpreadConstraint, spreadConstraints } from '../spread.ts';
import { MOST, type Score } from './score.ts';

const HOSTNAME = 'kubernetes.io/hostname';
const ZONE = 'topology.kubernetes.io/zone';

/** Preferred spreading: that of the pod, else of pods of one Service or controller over hosts and zones. */
export const spreadPreference: Score = {
  weight: 2,
  of(pod, nodes, snapshot) {
    const isOwn = (pod.pod.spec?.topologySpreadConstraints ?? []).length > 0;
    const constraints = isOwn ? spreadConstraints(pod, 'ScheduleAnyway') : defaultConstraints(pod, snapshot);
    if (constraints.length === 0) return undefined;
    const hasAllKeys = ({ labels }: NodeInfo): boolean =>
      !isOwn || constraints.every(({ topologyKey }) => labels[topologyKey] !== undefined);
    const counted = nodes.filter(hasAllKeys);
    const raw = constraints.map((constraint) => countsFor(pod, constraint, counted, snapshot, hasAllKeys));
    const values = nodes.map((node) => {
      if (!hasAllKeys(node)) return undefined;
      return Math.round(raw.reduce((sum, scoreOf) => sum + scoreOf(node), 0));
    });
    const known = values.filter((value) => value !== undefined);
    const [least, highest] = [Math.min(...known), Math.max(0, ...known)];
    return values.map((value) => {
      if (value === undefined) return 0;
      return highest === 0 ? MOST : Math.floor((MOST * (highest + least - value)) / highest);
    });
  },
};

/** What a node scores by one constraint before normalising: the pods in its domain, weighed by how many domains there are. */
function countsFor(
  pod: PodInfo,
  constraint: SpreadConstraint,
  counted: readonly NodeInfo[],
  snapshot: Snapshot,
  hasAllKeys: (node: NodeInfo) => boolean,
): (node: NodeInfo) => number {
  const { topologyKey, selector, maxSkew } = constraint;
  const isPerHost = topologyKey === HOSTNAME;
  const domains = new Map<string, number>();
  if (!isPerHost) {
    for (const { labels } of counted) domains.set(labels[topologyKey] ?? '', 0);
    for (const node of snapshot.nodes) {
      const domain = node.labels[topologyKey] ?? '';
      const before = domains.get(domain);
      if (before === undefined || !hasAllKeys(node) || !constraint.includes(node.node)) continue;
      domains.set(domain, before + countMatching(node, selector, pod.namespace));
    }
  }
  const weight = Math.log((isPerHost ? counted.length : domains.size) + 2);
  return (node) => {
    const domain = node.labels[topologyKey];
    if (domain === undefined) return 0;
    const count = isPerHost ? countMatching(node, selector, pod.namespace) : (domains.get(domain) ?? 0);
    return count * weight + maxSkew - 1;
  };
}

function defaultConstraints(pod: PodInfo, snapshot: Snapshot): SpreadConstraint[] {
  const selectors = snapshot.selectorsOf(pod);
  if (selectors.length === 0) return [];
  const selector: LabelSelector = {
    matchLabels: Object.assign({}, ...selectors.map(({ matchLabels }) => matchLabels)),
    matchExpressions: selectors.flatMap(({ matchExpressions = [] }) => matchExpressions),
  };
  const [host, zone] = spreadConstraints(
    { ...pod, pod: { ...pod.pod, spec: { ...pod.pod.spec, topologySpreadConstraints: DEFAULTS, containers: [] } } },
    'ScheduleAnyway',
  );
  return [host, zone].flatMap((constraint) => (constraint ? [{ ...constraint, selector }] : []));
}

const DEFAULTS = [
  { topologyKey: HOSTNAME, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 3 },
  { topologyKey: ZONE, whenUnsatisfiable: 'ScheduleAnyway', maxSkew: 5 },
];
