import type { Cluster, Logger } from '@slipway/kube';
import { RuntimeError } from '../errors.ts';
import { stopPart } from './phases.ts';

/** What an operator keeps for one cluster, with a lifetime. */
export interface ClusterPart {
  close(): Promise<void> | void;
}

/** One part for each cluster: opened when it is first asked for, closed when its cluster leaves. */
export class ClusterParts<Part extends ClusterPart> {
  readonly #open: (cluster: Cluster) => Part;
  readonly #isMember: (cluster: Cluster) => boolean;
  readonly #logger: Logger;
  readonly #parts = new Map<Cluster, Part>();
  #isClosed = false;

  constructor(open: (cluster: Cluster) => Part, isMember: (cluster: Cluster) => boolean, logger: Logger) {
    this.#open = open;
    this.#isMember = isMember;
    this.#logger = logger;
  }

  of(cluster: Cluster): Part {
    const known = this.#parts.get(cluster);
    if (known) return known;
    // A reconcile that outlives its cluster would open what nothing closes.
    if (this.#isClosed || !this.#isMember(cluster))
      throw new RuntimeError('MANAGER_STATE', `The manager does not work on the cluster ${cluster.name} any more.`);
    const part = this.#open(cluster);
    this.#parts.set(cluster, part);
    return part;
  }

  /** Never rejects: a part that cannot be closed is logged. */
  async close(cluster: Cluster): Promise<void> {
    const part = this.#parts.get(cluster);
    this.#parts.delete(cluster);
    if (part) await stopPart(`what is kept for the cluster ${cluster.name}`, () => part.close(), this.#logger);
  }

  async closeAll(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#parts.keys()].map((cluster) => this.close(cluster)));
  }
}
