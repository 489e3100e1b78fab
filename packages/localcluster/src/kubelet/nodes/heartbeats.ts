import { type Clock, type Cluster, isKubeError, type Logger } from '@slipway/kube';
import { Lease, Node } from '@slipway/kube/kinds';
import { nodeObject, nodeStatus } from './node-object.ts';
import type { NodePlan } from './node-options.ts';

/** How often a node says that it lives: a quarter of the 40 s after which it is given up. */
const LEASE_MS = 10_000;
const LEASE_SECONDS = 40;
/** How often a status is written in which nothing but the time has changed. */
const STATUS_MS = 300_000;
const NAMESPACE = 'kube-node-lease';

export interface HeartbeatOptions {
  readonly cluster: Cluster;
  readonly plans: readonly NodePlan[];
  /** A lost node is silent. */
  readonly isLost: (name: string) => boolean;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Registers nodes and keeps them alive: a Lease every ten seconds, a status every five minutes (L-21). */
export class Heartbeats {
  readonly #options: HeartbeatOptions;
  readonly #statusAt = new Map<string, number>();

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Resolves when every node is there and Ready. */
  async register(): Promise<void> {
    const { plans } = this.#options;
    await Promise.all(
      plans.map(async (plan) => {
        await this.#create(plan);
        await this.#writeStatus(plan);
        await this.#renew(plan);
      }),
    );
  }

  /** Beats until the signal fires. */
  async run(): Promise<void> {
    const { clock, signal, plans, isLost } = this.#options;
    while (!signal.aborted) {
      await clock.sleep(LEASE_MS, signal).catch(() => undefined);
      if (signal.aborted) return;
      await Promise.all(plans.filter(({ name }) => !isLost(name)).map((plan) => this.#beat(plan)));
    }
  }

  /** Says at once that a node is back. */
  async revive(plan: NodePlan): Promise<void> {
    this.#statusAt.delete(plan.name);
    await this.#beat(plan);
  }

  async #beat(plan: NodePlan): Promise<void> {
    const { clock, logger, signal } = this.#options;
    try {
      await this.#renew(plan);
      const last = this.#statusAt.get(plan.name);
      if (last === undefined || clock.now() - last >= STATUS_MS) await this.#writeStatus(plan);
    } catch (error) {
      if (!signal.aborted) logger.warn({ error, node: plan.name }, 'a node could not say that it lives');
    }
  }

  async #create(plan: NodePlan): Promise<void> {
    const { cluster, clock, signal } = this.#options;
    try {
      await cluster.client.create(Node, nodeObject(plan, clock.wall()), { signal, fieldValidation: 'Ignore' });
    } catch (error) {
      // There from before: this kubelet has restarted.
      if (!isKubeError(error, 'KUBE_CONFLICT')) throw error;
    }
  }

  async #writeStatus(plan: NodePlan): Promise<void> {
    const { cluster, clock, signal } = this.#options;
    const { name } = plan;
    const node = await cluster.client.live.get(Node, { name }, { signal });
    if (!node) return this.#create(plan);
    const status = nodeStatus(plan, clock.wall(), node);
    await cluster.client
      .subresource(Node, { name }, 'status')
      .patch({ strategic: { status } }, { signal, fieldValidation: 'Ignore' });
    this.#statusAt.set(name, clock.now());
  }

  async #renew({ name }: NodePlan): Promise<void> {
    const { cluster, clock, signal } = this.#options;
    const ref = { namespace: NAMESPACE, name };
    const renewTime = new Date(clock.wall()).toISOString().replace('Z', '000Z');
    try {
      await cluster.client.patch(Lease, ref, { merge: { spec: { renewTime } } }, { signal });
    } catch (error) {
      if (!isKubeError(error, 'KUBE_NOT_FOUND')) throw error;
      const spec = { holderIdentity: name, leaseDurationSeconds: LEASE_SECONDS, renewTime };
      await cluster.client.create(Lease, { metadata: ref, spec }, { signal });
    }
  }
}
