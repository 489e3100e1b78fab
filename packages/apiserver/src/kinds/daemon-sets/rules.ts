import { fieldAt, isEqual, type KubeObject } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';

const GENERATION = 'deprecated.daemonset.template.generation';

const generationOf = (daemonSet: KubeObject): number => Number(daemonSet.metadata.annotations?.[GENERATION] ?? 0) || 0;

function withGeneration(daemonSet: KubeObject, generation: number): KubeObject {
  const { metadata } = daemonSet;
  const annotations = { ...metadata.annotations, [GENERATION]: String(generation) };
  return { ...daemonSet, metadata: { ...metadata, annotations } };
}

/** K-147: versions of the template are counted in an annotation. */
export const daemonSetRules: KindRules = {
  default: (daemonSet) => withGeneration(daemonSet, generationOf(daemonSet)),
  prepareCreate: (daemonSet) => withGeneration(daemonSet, Math.max(1, generationOf(daemonSet))),
  prepareUpdate: (daemonSet, old) => {
    const template = (one: KubeObject): unknown => fieldAt(one, ['spec', 'template']);
    const isSame = isEqual(template(daemonSet), template(old));
    return withGeneration(daemonSet, generationOf(old) + (isSame ? 0 : 1));
  },
};
