/** A listener of this machine. */
export interface PodAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Asks a program that runs pods where a port of one is really listened on; undefined: not a pod of that program, or
 * nothing of it listens there. Without a port: whether it runs the pod at all.
 */
export type PodAddresses = (pod: { readonly uid: string; readonly port?: number }) => PodAddress | undefined;

/**
 * Where pods are reached: where the program that runs them says, and nowhere else. Addresses in a status are
 * written by clients, and those of simulated pods are invented: whatever has them on the host's network is not the pod.
 */
export class PodAddressSources {
  readonly #sources = new Set<PodAddresses>();

  /** Asks this one too, until the returned function is called. */
  add(source: PodAddresses): () => void {
    this.#sources.add(source);
    return () => void this.#sources.delete(source);
  }

  /** Whether anything of the pod can be reached. */
  runs(uid: string): boolean {
    return this.of(uid) !== undefined;
  }

  of(uid: string, port?: number): PodAddress | undefined {
    for (const source of this.#sources) {
      const address = source({ uid, ...(port !== undefined && { port }) });
      if (address) return address;
    }
    return undefined;
  }
}

/** For messages: why a pod is not reached, and what to do. */
export function unreachable(namespace: string, name: string): string {
  return (
    `pod ${namespace}/${name} has no network: localcluster simulates its containers. Let its image run as a process ` +
    `(option processes), or put a listener behind it: cluster.route('pods/${namespace}/${name}', url)`
  );
}
