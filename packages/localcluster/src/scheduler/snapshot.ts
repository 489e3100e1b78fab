import type { LabelSelector } from '@slipway/apimachinery/selectors';
import type { Budget, Claim, Labels, NodeObject, PodObject, Volume, VolumeClass } from './objects.ts';
import type { PodInfo } from './pod-info.ts';
import { PodsByNode } from './pods-by-node.ts';
import { type Amounts, amountsOf, total } from './requests.ts';

/** A node and what is on it. */
export interface NodeInfo {
  readonly name: string;
  readonly node: NodeObject;
  readonly labels: Labels;
  readonly pods: readonly PodInfo[];
  readonly allocatable: Amounts;
  readonly requested: Amounts;
  readonly assumedRequested: Amounts;
}

/** A cluster at one moment, as far as scheduling looks at it; it holds until anything else runs. */
export interface Snapshot {
  readonly nodes: readonly NodeInfo[];
  /** Pods that wait for room which preemption makes for them on a node. */
  readonly nominatedTo: (node: string) => readonly PodInfo[];
  readonly namespaceLabels: (name: string) => Labels;
  readonly budgets: readonly Budget[];
  readonly claim: (namespace: string, name: string) => Claim | undefined;
  readonly volume: (name: string) => Volume | undefined;
  readonly volumes: () => readonly Volume[];
  readonly volumeClass: (name: string) => VolumeClass | undefined;
  /** The selectors of the Services and controllers that a pod belongs to. */
  readonly selectorsOf: (pod: PodInfo) => readonly LabelSelector[];
}

/** A snapshot of nodes and pods; what is not given is not there. */
export function snapshotOf(
  objects: { readonly nodes: readonly NodeObject[]; readonly pods: PodsByNode | readonly PodObject[] } & Partial<
    Omit<Snapshot, 'nodes' | 'nominatedTo'>
  >,
): Snapshot {
  const { nodes, pods, ...rest } = objects;
  const byNode = pods instanceof PodsByNode ? pods : grouped(pods);
  return {
    namespaceLabels: () => ({}),
    budgets: [],
    claim: () => undefined,
    volume: () => undefined,
    volumes: () => [],
    volumeClass: () => undefined,
    selectorsOf: () => [],
    ...rest,
    nodes: nodes.map((node) => nodeInfo(node, byNode.on(node.metadata.name))),
    nominatedTo: (node) => byNode.nominatedTo(node),
  };
}

function grouped(pods: readonly PodObject[]): PodsByNode {
  const byNode = new PodsByNode();
  for (const pod of pods) byNode.put(pod);
  return byNode;
}

/** Of the node's last version with the last pods on it: most nodes are the same from one pod to the next. */
const known = new WeakMap<NodeObject, NodeInfo>();

function nodeInfo(node: NodeObject, pods: readonly PodInfo[]): NodeInfo {
  const last = known.get(node);
  if (last?.pods === pods) return last;
  const info: NodeInfo = {
    name: node.metadata.name,
    node,
    labels: node.metadata.labels ?? {},
    allocatable: last?.allocatable ?? amountsOf(node.status?.allocatable),
    ...load(pods),
  };
  known.set(node, info);
  return info;
}

function load(pods: readonly PodInfo[]): Pick<NodeInfo, 'pods' | 'requested' | 'assumedRequested'> {
  const requested = total(pods.map(({ requests }) => requests));
  return { pods, requested, assumedRequested: total(pods.map(({ assumedRequests }) => assumedRequests)) };
}

/** The same cluster with other pods on one node. */
export function withPods(snapshot: Snapshot, changed: NodeInfo, pods: readonly PodInfo[]): [Snapshot, NodeInfo] {
  const node = { ...changed, ...load(pods) };
  return [{ ...snapshot, nodes: snapshot.nodes.map((each) => (each.name === node.name ? node : each)) }, node];
}
