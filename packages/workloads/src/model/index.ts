/**
 * @module
 * The description: what someone wants to run, in few words. Data only; nothing here is a class or a
 * function. Where a part is as good in Kubernetes' own words (affinity, tolerations), it has its type.
 */
export type * from './network.ts';
export type * from './pod.ts';
export type * from './route.ts';
export type * from './scaling.ts';
export type * from './scheduling.ts';
export type * from './workload.ts';
