/**
 * @module
 * The health of nodes: what their conditions forbid (taints), and which pods have to leave.
 */

export { taintEvictionController } from './eviction-controller.ts';
export { nodeLifecycleController } from './node-controller.ts';
