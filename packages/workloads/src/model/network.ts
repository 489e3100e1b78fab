import type { LabelSelector } from 'kubernetes-types/meta/v1.js';
import type { Protocol } from './workload.ts';

export interface Network {
  readonly name?: string;
  readonly ingress?: readonly NetworkRule[];
  /** Any of them also opens the way to the cluster's DNS. */
  readonly egress?: readonly NetworkRule[];
}

export interface NetworkRule {
  readonly peers: readonly Peer[];
  /** @default all */
  readonly ports?: readonly NetworkPort[];
}

export interface NetworkPort {
  readonly port: number | string;
  /** Makes a range of it. */
  readonly endPort?: number;
  /** @default TCP */
  readonly protocol?: Protocol;
}

/**
 * Pods of the namespace, pods of other namespaces, or addresses. `anywhere` is every address; as a
 * destination it leaves out those where clouds hand out the node's credentials.
 */
export type Peer = 'anywhere' | PodPeer | AddressPeer;

export interface PodPeer {
  /** `{}` is every pod. */
  readonly podSelector?: LabelSelector;
  /** One namespace by its name. @default that of the workload */
  readonly namespace?: string;
  readonly namespaceSelector?: LabelSelector;
}

export interface AddressPeer {
  readonly cidr: string;
  readonly except?: readonly string[];
}
