import type { DeepReadonly, ObjectOf } from '@slipway/kube';
import type { Node } from '@slipway/kube/kinds';

export type NodeObject = ObjectOf<typeof Node>;
type NodeSpec = NonNullable<NodeObject['spec']>;
export type Taint = DeepReadonly<NonNullable<NodeSpec['taints']>[number]>;

/** A simulated node. Everything but what differs from an ordinary machine can be left out. */
export interface NodeOptions {
  /** @default node-1, node-2, … */
  readonly name?: string;
  /** Beside those that every node has: hostname, operating system, architecture. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly taints?: readonly Taint[];
  /** @default 8 cpu, 32Gi memory, 100Gi ephemeral-storage, 110 pods; what is given here is added or replaces */
  readonly capacity?: Readonly<Record<string, string>>;
  /** What of the capacity pods may use. @default all of it */
  readonly allocatable?: Readonly<Record<string, string>>;
  /** Handlers of RuntimeClasses that the node can run (L-21). @default only the ordinary one */
  readonly runtimeClasses?: readonly string[];
}

/** How many, or which. */
export type NodesOption = number | readonly NodeOptions[];

/** A node as it is registered. */
export interface NodePlan extends NodeOptions {
  readonly name: string;
  readonly hostIP: string;
  /** Where the addresses of its pods start. */
  readonly podNetwork: string;
}

/** 10.128.0.0/9 in parts of 1024: room for more pods than a node has, and for 8192 nodes. */
const POD_NETWORKS = (10 << 24) | (128 << 16);
export const POD_NETWORK_BITS = 22;
const POD_NETWORK_SIZE = 2 ** (32 - POD_NETWORK_BITS);
const HOST_NETWORK = 10 << 24;

export function planNodes(nodes: NodesOption): NodePlan[] {
  const list: readonly NodeOptions[] = typeof nodes === 'number' ? Array.from({ length: nodes }, () => ({})) : nodes;
  return list.map((node, index) => ({
    ...node,
    name: node.name ?? `node-${index + 1}`,
    hostIP: address(HOST_NETWORK + index + 1),
    podNetwork: address(POD_NETWORKS + index * POD_NETWORK_SIZE),
  }));
}

/** The address `offset` after another. */
export function addressAfter(start: string, offset: number): string {
  return address(start.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0) + offset);
}

function address(value: number): string {
  return [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
}
