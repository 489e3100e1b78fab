/**
 * @module
 * The manager: everything that an operator's process runs, in order.
 *
 * ```ts
 * const manager = await createManager({ cluster: await connect(), leaderElection: { name: 'demo' } });
 * manager.controller(Website).owns(Deployment).reconcile(async ({ object, apply, status }) => { … });
 * await manager.run();
 * ```
 */
export type { ClusterPart } from './cluster-parts.ts';
export type { ReconcileContext } from './context.ts';
export type { ControllerBuilder } from './controller-builder.ts';
export type { ReconcileFunction, WatchOptions } from './declaration.ts';
export type { KeyContext, KeyWork } from './key-controller.ts';
export { createManager, type Manager } from './manager.ts';
export type { ControllerSettings, ManagerOptions } from './options.ts';
export type { Status } from './status-writer.ts';
