import type { AnyObject, Client, Cluster } from '@slipway/kube';

const WRITES = ['create', 'update', 'patch', 'apply', 'delete'] as const;

/**
 * Lives of a process that ends after its first write each time: what it does next does not reach the server. A write
 * that the server answers without changing anything is none.
 */
export class Mortal {
  /** Lives that ended before their work was done. */
  deaths = 0;
  /** The last version of each object that a life has had in hands. */
  readonly #known = new Map<string, string>();

  /** The handle of a new life. */
  live(cluster: Cluster): Cluster {
    let state: 'fresh' | 'spent' | 'dead' = 'fresh';
    const own = cluster.client as unknown as Record<string, (...input: unknown[]) => Promise<unknown>>;
    const dying = WRITES.map((verb) => [
      verb,
      async (...input: unknown[]): Promise<unknown> => {
        if (state === 'spent') this.deaths += 1;
        if (state !== 'fresh') {
          state = 'dead';
          throw new Error('the process is dead');
        }
        const answer = await own[verb]?.(...input);
        if (this.#isChange(answer as AnyObject | undefined)) state = 'spent';
        return answer;
      },
    ]);
    const client = { ...cluster.client, ...(Object.fromEntries(dying) as Partial<Client>) };
    return {
      ...cluster,
      client,
      applier: (manager, access) => cluster.applier(manager, { ...access, writer: client }),
    };
  }

  #isChange(answer: AnyObject | undefined): boolean {
    const { uid, resourceVersion } = answer?.metadata ?? {};
    if (uid === undefined || resourceVersion === undefined) return true;
    const isChange = this.#known.get(uid) !== resourceVersion;
    this.#known.set(uid, resourceVersion);
    return isChange;
  }
}
