import { type Behaviour, behaviourOf, type Rule, simulate } from './behaviour/index.ts';
import type { ContainerRecord, PodObject, Sight } from './lifecycle/index.ts';

/** What runs containers. The kubelet decides, this does; calls return at once and are observed later. */
export interface PodRuntime {
  /** Called once for a pod before anything else. */
  adopt(pod: PodObject): Promise<void>;
  look(pod: PodObject, container: ContainerRecord, now: number): Sight;
  start(pod: PodObject, container: string): void;
  stop(pod: PodObject, container: string, graceMs: number): void;
  /** The pod's own address, where what runs has one. */
  podIP(pod: PodObject): string | undefined;
  /** Ends everything of a pod that exists no more. */
  forget(uid: string): void;
  close(): Promise<void>;
}

/** Containers on paper: nothing has to be done for them. */
export class SimulatedRuntime implements PodRuntime {
  /** The first that matches a container says what it does. */
  rules: readonly Rule[];

  constructor(rules: readonly Rule[]) {
    this.rules = rules;
  }

  async adopt(): Promise<void> {}

  look(pod: PodObject, container: ContainerRecord, now: number): Sight {
    const behaviour: Behaviour = behaviourOf(this.rules, pod, container);
    return simulate(container, behaviour, now);
  }

  start(): void {}

  stop(): void {}

  podIP(): undefined {
    return undefined;
  }

  forget(): void {}

  async close(): Promise<void> {}
}
