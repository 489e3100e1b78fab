/**
 * @module
 * Process pods: containers that really run, as processes of this machine (L-23).
 *
 * A container whose image is mapped to a command gets what a kubelet would give it: environment,
 * volumes, an address, probes, hooks, signals, logs. A claim is a folder that outlives the pod. What it does not get is isolation; it is for
 * one's own programs on one's own machine.
 *
 * | variable | value |
 * |---|---|
 * | `HOST` | the pod's own address on loopback: listen there |
 * | `PORT` | the first declared port; where only 127.0.0.1 exists, a free one that stands for it |
 * | `POD_ROOT` | the folder below which the container's volumes are mounted |
 * | `KUBECONFIG` | credentials of the pod's service account, where it has some |
 * | `KUBERNETES_SERVICE_HOST`, `KUBERNETES_SERVICE_PORT` | the API server |
 */
export type { LogLine } from './log-lines.ts';
export type { ProcessesOption, ProcessOptions } from './process-options.ts';
export { type LogQuery, ProcessRuntime } from './process-runtime.ts';
