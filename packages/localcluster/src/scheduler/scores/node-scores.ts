import { matchesTerm } from '../../matching/index.ts';
import { unwelcoming } from '../tolerations.ts';
import { normalised, type Score } from './score.ts';

export const taintPreference: Score = {
  weight: 3,
  of: ({ pod }, nodes) =>
    normalised(
      nodes.map(({ node }) => unwelcoming(pod, node.spec?.taints)),
      true,
    ),
};

export const nodePreference: Score = {
  weight: 2,
  of({ pod }, nodes) {
    const terms = pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (terms.length === 0) return undefined;
    const sum = (node: (typeof nodes)[number]): number =>
      terms.reduce((total, { weight, preference }) => total + (matchesTerm(preference, node.node) ? weight : 0), 0);
    return normalised(nodes.map(sum));
  },
};
