import { type AffinityTerm, type PodInfo, speaksOf } from '../pod-info.ts';
import { MOST, type Score } from './score.ts';

/** What a required affinity of a pod that is there is worth to one that would join it. */
const REQUIRED_WEIGHT = 1;

/** Being near pods that are liked or like this one, and far from the others. */
export const affinityPreference: Score = {
  weight: 2,
  of(pod, nodes, snapshot) {
    const places = new Map<string, number>();
    for (const { labels, pods } of snapshot.nodes) {
      const count = (terms: readonly AffinityTerm[], target: PodInfo, sign: number): void => {
        for (const term of terms) {
          const value = labels[term.topologyKey];
          if (value === undefined || !speaksOf(term, target, snapshot.namespaceLabels)) continue;
          const place = `${term.topologyKey}=${value}`;
          places.set(place, (places.get(place) ?? 0) + sign * term.weight);
        }
      };
      for (const other of pods) {
        count(pod.preferredAffinity, other, 1);
        count(pod.preferredAntiAffinity, other, -1);
        count(other.affinity, pod, REQUIRED_WEIGHT);
        count(other.preferredAffinity, pod, 1);
        count(other.preferredAntiAffinity, pod, -1);
      }
    }
    if (places.size === 0) return undefined;
    const sums = nodes.map(({ labels }) =>
      Object.entries(labels).reduce((sum, [key, value]) => sum + (places.get(`${key}=${value}`) ?? 0), 0),
    );
    const [least, highest] = [Math.min(...sums), Math.max(...sums)];
    return sums.map((sum) => (highest === least ? 0 : Math.floor((MOST * (sum - least)) / (highest - least))));
  },
};
