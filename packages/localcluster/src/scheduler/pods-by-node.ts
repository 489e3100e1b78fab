import type { PodObject } from './objects.ts';
import { type PodInfo, podInfo } from './pod-info.ts';

const NONE: readonly PodInfo[] = [];

/**
 * Pods by the node that they are on, and by the node where room is made for them. Of a node where nothing changed the
 * same list comes again, so that a caller recognises it: a cluster with many pods is not counted anew for each.
 */
export class PodsByNode {
  readonly #placed = new Groups();
  readonly #nominated = new Groups();

  /** A pod as it is now, in place of what was known of it. */
  put(pod: PodObject): void {
    const info = podInfo(pod);
    const node = pod.spec?.nodeName || undefined;
    this.#placed.put(info, node);
    this.#nominated.put(info, node ? undefined : pod.status?.nominatedNodeName || undefined);
  }

  remove(uid: string): void {
    this.#placed.remove(uid);
    this.#nominated.remove(uid);
  }

  on(node: string): readonly PodInfo[] {
    return this.#placed.of(node);
  }

  /** Those that wait for room which preemption makes for them on this node. */
  nominatedTo(node: string): readonly PodInfo[] {
    return this.#nominated.of(node);
  }
}

/** Pods in at most one group each. */
class Groups {
  readonly #groupOf = new Map<string, string>();
  readonly #groups = new Map<string, Map<string, PodInfo>>();
  readonly #lists = new Map<string, readonly PodInfo[]>();

  put(info: PodInfo, group: string | undefined): void {
    const last = this.#groupOf.get(info.uid);
    if (last !== group) this.remove(info.uid);
    if (group === undefined) return;
    let members = this.#groups.get(group);
    if (!members) this.#groups.set(group, (members = new Map()));
    members.set(info.uid, info);
    this.#groupOf.set(info.uid, group);
    this.#lists.delete(group);
  }

  remove(uid: string): void {
    const group = this.#groupOf.get(uid);
    if (group === undefined) return;
    this.#groupOf.delete(uid);
    this.#lists.delete(group);
    const members = this.#groups.get(group);
    members?.delete(uid);
    if (members?.size === 0) this.#groups.delete(group);
  }

  of(group: string): readonly PodInfo[] {
    const members = this.#groups.get(group);
    if (!members) return NONE;
    let list = this.#lists.get(group);
    if (!list) this.#lists.set(group, (list = [...members.values()]));
    return list;
  }
}
