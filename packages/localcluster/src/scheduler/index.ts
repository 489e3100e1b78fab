/**
 * @module
 * The scheduler: binds pods to nodes, and says in the real one's words why it cannot (L-21).
 *
 * The decision is `schedule(pod, snapshot)`: pure, compared with a real kube-scheduler on random
 * clusters. Around it `startScheduler` watches, queues by priority, binds, preempts and waits for a
 * change that could help. It is a client like any other and serves any API server.
 */
export type { Scheduler, StartSchedulerOptions } from './options.ts';
export { type Decision, schedule } from './schedule.ts';
export { type Snapshot, snapshotOf } from './snapshot.ts';
export { startScheduler } from './start-scheduler.ts';
