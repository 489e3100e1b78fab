import { allowsNode, toleratesAll } from '../../matching/index.ts';
import { compact, type NodeObject, nonZero, scaledValue } from '../objects/index.ts';
import { isAvailable, isEnding, isReady, type PodObject } from '../pods/index.ts';
import { type DaemonSetObject, daemonTolerations, nodeOf, REVISION_LABEL } from './pod.ts';

export interface DaemonObservation {
  readonly set: DaemonSetObject;
  readonly nodes: readonly NodeObject[];
  /** The set's pods. */
  readonly pods: readonly PodObject[];
  /** The hash of the current template. */
  readonly hash: string;
  readonly wallMs: number;
}

export interface DaemonPlan {
  /** Nodes that get a pod. */
  readonly create: readonly string[];
  readonly remove: readonly PodObject[];
  /** Pods that ended by themselves and are replaced. */
  readonly ended: readonly PodObject[];
  readonly status: object;
}

const byAge = (a: PodObject, b: PodObject): number =>
  Number(Boolean(b.spec?.nodeName)) - Number(Boolean(a.spec?.nodeName)) ||
  (a.metadata.creationTimestamp ?? '').localeCompare(b.metadata.creationTimestamp ?? '') ||
  a.metadata.name.localeCompare(b.metadata.name);

/** Whether a node should get a daemon's pod, and whether one that is there may stay. */
export function isWanted(
  { spec }: DaemonSetObject,
  node: NodeObject,
): { readonly isNew: boolean; readonly mayStay: boolean } {
  const pod = spec?.template.spec;
  const isNamed = !pod?.nodeName || pod.nodeName === node.metadata.name;
  if (!isNamed || !allowsNode(pod, node)) return { isNew: false, mayStay: false };
  const taints = node.spec?.taints ?? [];
  const tolerations = daemonTolerations(pod);
  return {
    isNew: toleratesAll(tolerations, taints, ['NoSchedule', 'NoExecute']),
    mayStay: toleratesAll(tolerations, taints, ['NoExecute']),
  };
}

/** What to do for a DaemonSet now: first every node gets its pod, then outdated pods are replaced. */
export function planDaemonSet(observation: DaemonObservation): DaemonPlan {
  const { set, nodes, pods } = observation;
  const byNode = podsByNode(pods);
  const status = daemonStatus(observation, byNode);
  if (set.metadata.deletionTimestamp !== undefined) return { create: [], remove: [], ended: [], status };
  const create: string[] = [];
  const remove: PodObject[] = [];
  const ended: PodObject[] = [];
  for (const node of nodes) {
    const name = node.metadata.name;
    const here = byNode.get(name) ?? [];
    const { isNew, mayStay } = isWanted(set, node);
    const alive = here.filter((pod) => !isEnding(pod));
    if (isNew && here.length === 0) create.push(name);
    else if (!mayStay) remove.push(...alive);
    else {
      const running = alive.filter(({ status: seen }) => seen?.phase !== 'Failed' && seen?.phase !== 'Succeeded');
      ended.push(...alive.filter((pod) => !running.includes(pod)));
      if (surge(observation) === 0) remove.push(...running.sort(byAge).slice(1));
      else if (running.length === 0 && isNew && alive.length === 0) create.push(name);
      else remove.push(...supernumerary(observation, running));
    }
  }
  const known = new Set<string | undefined>(nodes.map(({ metadata }) => metadata.name));
  remove.push(...pods.filter((pod) => !pod.spec?.nodeName && !isEnding(pod) && !known.has(nodeOf(pod))));
  const isSettled = create.length + remove.length + ended.length === 0;
  if (!isSettled || set.spec?.updateStrategy?.type === 'OnDelete') return { create, remove, ended, status };
  return { ended, status, ...replacements(observation, byNode) };
}

function podsByNode(pods: readonly PodObject[]): Map<string, PodObject[]> {
  const byNode = new Map<string, PodObject[]>();
  for (const pod of pods) {
    const node = nodeOf(pod);
    if (node !== undefined) byNode.set(node, [...(byNode.get(node) ?? []), pod]);
  }
  return byNode;
}

const isUpdated = ({ metadata }: PodObject, hash: string): boolean => metadata.labels?.[REVISION_LABEL] === hash;

/** With surge a node may have an old and a new pod; the old one goes when it is of no use any more. */
function supernumerary({ set, hash, wallMs }: DaemonObservation, running: PodObject[]): PodObject[] {
  const ordered = running.sort(byAge);
  const fresh = ordered.find((pod) => isUpdated(pod, hash));
  const old = ordered.find((pod) => !isUpdated(pod, hash));
  const rest = ordered.filter((pod) => pod !== fresh && pod !== old);
  if (!fresh || !old) return rest;
  const isObsolete = !isReady(old) || isAvailable(fresh, set.spec?.minReadySeconds ?? 0, wallMs);
  return isObsolete ? [...rest, old] : rest;
}

const wantedNodes = ({ set, nodes }: DaemonObservation): NodeObject[] =>
  nodes.filter((node) => isWanted(set, node).isNew);

function surge(observation: DaemonObservation): number {
  const { rollingUpdate } = observation.set.spec?.updateStrategy ?? {};
  const { maxSurge } = (rollingUpdate ?? {}) as { maxSurge?: number | string };
  return scaledValue(maxSurge, wantedNodes(observation).length, 'up', 0);
}

/** Which outdated pods go, or which nodes get a second pod beside one. */
function replacements(
  observation: DaemonObservation,
  byNode: ReadonlyMap<string, readonly PodObject[]>,
): Pick<DaemonPlan, 'create' | 'remove'> {
  const { set, hash, wallMs } = observation;
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  const isUp = (pod: PodObject | undefined): boolean => pod !== undefined && isAvailable(pod, minReadySeconds, wallMs);
  const wanted = wantedNodes(observation).map(({ metadata }) => metadata.name);
  const places = [...new Set([...byNode.keys(), ...wanted])].map((node) => {
    const alive = (byNode.get(node) ?? []).filter((pod) => !isEnding(pod));
    return { node, fresh: alive.find((pod) => isUpdated(pod, hash)), old: alive.find((pod) => !isUpdated(pod, hash)) };
  });
  const outdated = places.filter(({ old, fresh }) => old && !fresh);
  const most = surge(observation);
  if (most > 0) {
    const surging = places.filter(({ fresh, old }) => fresh && old && !isUp(fresh)).length;
    const broken = outdated.filter(({ old }) => !isUp(old)).map(({ node }) => node);
    const next = outdated.filter(({ old }) => isUp(old)).map(({ node }) => node);
    return { create: [...broken, ...next.slice(0, Math.max(0, most - surging))], remove: [] };
  }
  const { rollingUpdate } = set.spec?.updateStrategy ?? {};
  const allowed = scaledValue(rollingUpdate?.maxUnavailable, wanted.length, 'up', 1) || 1;
  const away = places.filter(({ fresh, old }) => !isUp(fresh ?? old) || (fresh && old)).length;
  const broken = outdated.filter(({ old }) => !isUp(old));
  const next = outdated.filter(({ old }) => isUp(old)).slice(0, Math.max(0, allowed - away));
  return { create: [], remove: [...broken, ...next].flatMap(({ old }) => old ?? []) };
}

function daemonStatus(
  { set, nodes, hash, wallMs }: DaemonObservation,
  byNode: ReadonlyMap<string, readonly PodObject[]>,
): object {
  const minReadySeconds = set.spec?.minReadySeconds ?? 0;
  const placed = nodes.map((node) => ({
    isNew: isWanted(set, node).isNew,
    pod: [...(byNode.get(node.metadata.name) ?? [])].sort(byAge)[0],
  }));
  const desired = placed.filter(({ isNew }) => isNew);
  const current = desired.flatMap(({ pod }) => pod ?? []);
  const available = current.filter((pod) => isAvailable(pod, minReadySeconds, wallMs)).length;
  return compact({
    currentNumberScheduled: current.length,
    numberMisscheduled: placed.filter(({ isNew, pod }) => !isNew && pod).length,
    desiredNumberScheduled: desired.length,
    numberReady: current.filter(isReady).length,
    observedGeneration: set.metadata.generation,
    updatedNumberScheduled: nonZero(current.filter((pod) => isUpdated(pod, hash)).length),
    numberAvailable: nonZero(available),
    numberUnavailable: nonZero(desired.length - available),
    collisionCount: set.status?.collisionCount,
    conditions: set.status?.conditions,
  });
}
