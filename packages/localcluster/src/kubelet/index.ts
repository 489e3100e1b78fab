/**
 * @module
 * Nodes for a cluster that has none: heartbeats, and the lives of the pods bound to them (L-21, L-22).
 *
 * `startNodes` connects by a kubeconfig and does what kubelets do, on any API server. Containers are
 * simulated; what they do is given by rules that can change at any time.
 */
export type { Behaviour, Duration, PodMatch, Rule } from './behaviour/index.ts';
export type { NodeOptions, NodesOption, Taint } from './nodes/index.ts';
export type { ProcessesOption, ProcessOptions } from './processes/index.ts';
export { type Nodes, type StartNodesOptions, startNodes } from './start-nodes.ts';
