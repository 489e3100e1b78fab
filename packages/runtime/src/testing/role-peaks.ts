import type { AnyKind, AnyObject, Cache, Cluster, DeepReadonly } from '@slipway/kube';
import type { Stored } from '@slipway/kube/kinds';

/** What an object is there for; two live ones of one role are one too many. */
export type RoleOf = (object: DeepReadonly<AnyObject>) => string | undefined;

/** By its kind, its controller and its name; generated names of one stem are one role. */
export const roleByName: RoleOf = ({ kind, metadata: { name, generateName, ownerReferences = [] } = {} }) => {
  const owner = ownerReferences.find(({ controller }) => controller);
  return `${kind} ${generateName ?? name}${owner ? ` of ${owner.kind} ${owner.name}` : ''}`;
};

/** How many live objects each role had at most, counted from a watch of one's own (O-3). */
export class RolePeaks {
  readonly peaks = new Map<string, number>();
  readonly #roleOf: RoleOf;
  readonly #live = new Map<string, string>();
  readonly #caches: Cache<AnyObject>[] = [];

  constructor(roleOf: RoleOf = roleByName) {
    this.#roleOf = roleOf;
  }

  /** Begins to count; what is there already counts too. */
  async watch(cluster: Cluster, kinds: readonly AnyKind[], namespace: string): Promise<void> {
    for (const kind of kinds) {
      const cache: Cache<AnyObject> = cluster.cache(kind, { namespaces: [namespace] });
      this.#caches.push(cache);
      cache.onEvent(({ type, object }) => (type === 'deleted' ? this.gone(object) : this.seen(object)));
    }
    await Promise.all(this.#caches.map((cache) => cache.waitForSync()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#caches.splice(0).map((cache) => cache.release()));
  }

  seen(object: Stored<DeepReadonly<AnyObject>>): void {
    const role = object.metadata.deletionTimestamp ? undefined : this.#roleOf(object);
    if (role === undefined) return this.gone(object);
    this.#live.set(object.metadata.uid, role);
    const count = [...this.#live.values()].filter((other) => other === role).length;
    this.peaks.set(role, Math.max(count, this.peaks.get(role) ?? 0));
  }

  gone(object: Stored<DeepReadonly<AnyObject>>): void {
    this.#live.delete(object.metadata.uid);
  }

  /** Throws if a role had more objects at a time than in `other`; one is always allowed. */
  expectAtMost(other: RolePeaks): void {
    for (const [role, peak] of this.peaks) {
      const allowed = Math.max(1, other.peaks.get(role) ?? 0);
      if (peak > allowed) throw new Error(`there were ${peak} of ${role} at a time, not ${allowed}`);
    }
  }
}
