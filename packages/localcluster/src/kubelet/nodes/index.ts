/**
 * @module
 * Simulated nodes: registered, alive and addressed as a kubelet does it.
 */

export { Heartbeats } from './heartbeats.ts';
export { haveSameHostPort, hostPortsOf } from './host-ports.ts';
export { type NodeOptions, type NodePlan, type NodesOption, planNodes, type Taint } from './node-options.ts';
export { PodAddresses } from './pod-addresses.ts';
