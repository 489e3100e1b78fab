import { type AffinityTerm, type PodInfo, speaksOf } from '../pod-info.ts';
import type { NodeInfo, Snapshot } from '../snapshot.ts';
import { curable, type Filter, final } from './filter.ts';

/** How many pods are in each place, a place being a topology key and a value of it. */
class Places {
  readonly #counts = new Map<string, number>();

  add({ labels }: NodeInfo, key: string): void {
    const value = labels[key];
    if (value === undefined) return;
    const place = `${key}=${value}`;
    this.#counts.set(place, (this.#counts.get(place) ?? 0) + 1);
  }

  /** Undefined where the node has no such label. */
  at({ labels }: NodeInfo, key: string): number | undefined {
    const value = labels[key];
    return value === undefined ? undefined : (this.#counts.get(`${key}=${value}`) ?? 0);
  }

  has(key: string, value: string): boolean {
    return this.#counts.has(`${key}=${value}`);
  }

  get isEmpty(): boolean {
    return this.#counts.size === 0;
  }
}

export const interPodAffinity: Filter = {
  name: 'InterPodAffinity',
  prepare(pod, snapshot) {
    const repelling = repellingPlaces(pod, snapshot);
    const { affinity, antiAffinity } = pod;
    if (repelling.isEmpty && affinity.length === 0 && antiAffinity.length === 0) return undefined;
    const [attracting, avoided] = ownPlaces(pod, snapshot);
    const isFirst = attracting.isEmpty && affinity.length > 0 && speaksOfAll(affinity, pod, snapshot);
    return (node) => {
      const counts = affinity.map(({ topologyKey }) => attracting.at(node, topologyKey));
      // The first of a group that wants to be together has nobody to be with yet.
      const isTogether = !counts.includes(undefined) && (isFirst || !counts.includes(0));
      if (!isTogether) return final("node(s) didn't match pod affinity rules");
      if (antiAffinity.some(({ topologyKey }) => (avoided.at(node, topologyKey) ?? 0) > 0)) {
        return curable("node(s) didn't match pod anti-affinity rules");
      }
      const isRepelled = Object.entries(node.labels).some(([key, value]) => repelling.has(key, value));
      return isRepelled ? curable("node(s) didn't satisfy existing pods anti-affinity rules") : undefined;
    };
  },
};

/** Places that pods of the cluster keep free of this one. */
function repellingPlaces(pod: PodInfo, { nodes, namespaceLabels }: Snapshot): Places {
  const places = new Places();
  for (const node of nodes) {
    for (const { antiAffinity } of node.pods) {
      for (const term of antiAffinity) if (speaksOf(term, pod, namespaceLabels)) places.add(node, term.topologyKey);
    }
  }
  return places;
}

/** Places of the pods that this one wants to be with, and of those it avoids. */
function ownPlaces({ affinity, antiAffinity }: PodInfo, snapshot: Snapshot): [Places, Places] {
  const [attracting, avoided] = [new Places(), new Places()];
  if (affinity.length === 0 && antiAffinity.length === 0) return [attracting, avoided];
  for (const node of snapshot.nodes) {
    for (const other of node.pods) {
      if (speaksOfAll(affinity, other, snapshot))
        for (const { topologyKey } of affinity) attracting.add(node, topologyKey);
      for (const term of antiAffinity) {
        if (speaksOf(term, other, snapshot.namespaceLabels)) avoided.add(node, term.topologyKey);
      }
    }
  }
  return [attracting, avoided];
}

function speaksOfAll(terms: readonly AffinityTerm[], pod: PodInfo, { namespaceLabels }: Snapshot): boolean {
  return terms.length > 0 && terms.every((term) => speaksOf(term, pod, namespaceLabels));
}
