import type { Clock } from '@slipway/kube';
import { FaultProxy, type ScheduledFault } from '@slipway/kube/testing';
import { MortalClock } from './mortal-clock.ts';

/** What an operator under test is given in place of its process's surroundings. */
export interface OperatorSurroundings {
  /** How it reaches the cluster. Nothing else connects it with the world, so nothing else survives a crash. */
  readonly kubeconfig: string;
  /** The namespace it works in; other runs of it work in others at the same time. */
  readonly namespace: string;
  /** Its time, for `connect`. */
  readonly clock: Clock;
}

/** Starts a new operator with no memory of earlier ones. A started `Manager` is what it returns. */
export type StartOperator = (surroundings: OperatorSurroundings) => Promise<{ stop(): Promise<void> }>;

/**
 * One life of an operator: a connection and a clock of its own.
 *
 * It is killed from outside, with nothing in the operator that knows of it: its clock ends and no byte
 * reaches it or leaves it any more. What it awaited never settles, so none of its code runs on, not even
 * a `catch` or a `finally`.
 */
export class OperatorLife {
  readonly proxy: FaultProxy;
  readonly #clock: MortalClock;
  readonly #operator: Promise<{ stop(): Promise<void> }>;
  #isDead = false;
  /** Why the start failed, if it did while it lived. */
  failure: { readonly error: unknown } | undefined;

  static async begin(
    start: StartOperator,
    upstream: string,
    { namespace, clock, schedule }: { namespace: string; clock: Clock; schedule: readonly ScheduledFault[] },
  ): Promise<OperatorLife> {
    const proxy = await FaultProxy.start({ upstream, schedule });
    const mortal = new MortalClock(clock);
    const operator = start({ kubeconfig: proxy.kubeconfig, namespace, clock: mortal });
    return new OperatorLife(proxy, mortal, operator);
  }

  private constructor(proxy: FaultProxy, clock: MortalClock, operator: Promise<{ stop(): Promise<void> }>) {
    this.proxy = proxy;
    this.#clock = clock;
    this.#operator = operator;
    operator.catch((error: unknown) => {
      if (!this.#isDead) this.failure = { error };
    });
  }

  /** Whether a fault of the schedule has struck, and with it all that it was to let through. */
  get hasStruck(): boolean {
    const first = this.proxy.log.entries.find(({ faults }) => faults.length > 0);
    return first?.ending !== undefined;
  }

  kill(): void {
    this.#isDead = true;
    this.#clock.end();
    this.proxy.inject({ match: {}, fault: 'drop' });
    this.proxy.freezeWatches();
  }

  /** Ends it in good order; of one that was killed only the sockets are left. */
  async end(): Promise<void> {
    if (!this.#isDead) await (await this.#operator).stop();
    this.#clock.end();
    await this.proxy.stop();
  }
}
