import { addressAfter } from './node-options.ts';

/** Addresses of pods on one node: the lowest free one, so that a small cluster has small numbers. */
export class PodAddresses {
  readonly #network: string;
  readonly #byPod = new Map<string, string>();
  readonly #taken = new Set<string>();

  constructor(network: string) {
    this.#network = network;
  }

  /** The address of a pod, the same each time it is asked for. */
  of(uid: string, known: string | undefined): string {
    const address = this.#byPod.get(uid) ?? known ?? this.#free();
    this.#byPod.set(uid, address);
    this.#taken.add(address);
    return address;
  }

  release(uid: string): void {
    const address = this.#byPod.get(uid);
    if (address === undefined) return;
    this.#byPod.delete(uid);
    this.#taken.delete(address);
  }

  #free(): string {
    // The first address names the network, the second its gateway.
    for (let host = 2; ; host++) {
      const address = addressAfter(this.#network, host);
      if (!this.#taken.has(address)) return address;
    }
  }
}
