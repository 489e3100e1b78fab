/**
 * @module
 * The life of a pod as a kubelet sees it: a pure machine and the status that is written of it.
 *
 * A `PodRecord` is what a kubelet knows. `nextPod` looks at the containers (through a `Look`, so that it
 * cannot tell a simulated one from a process), moves the record on and says what to start and stop.
 * `podStatus` turns a record into what the API shows. Time is an argument; nothing here has an effect.
 */
export { nextPod, type PodEvent } from './next-pod.ts';
export {
  type Container,
  containersOf,
  isTerminal,
  type PodObject,
  type PodStatus,
} from './pod.ts';
export { type ContainerRecord, type PodRecord, recordOf, type Verdict } from './record.ts';
export type { Sight } from './sight.ts';
export { podStatus } from './status.ts';
