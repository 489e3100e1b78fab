import { objectsAt, withSpec } from '../../admitted/index.ts';
import type { AdmissionPlugin } from '../../operations/index.ts';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };

/** K-154: a new node takes no pods until it is reported ready. */
export const taintNodesByCondition: AdmissionPlugin = {
  name: 'TaintNodesByCondition',
  mutate({ operation, target, object }) {
    if (operation !== 'CREATE' || target.resource.collection !== 'nodes' || target.subresource) return object;
    const taints = objectsAt(object, 'spec', 'taints');
    if (taints.some(({ key, effect }) => key === NOT_READY.key && effect === NOT_READY.effect)) return object;
    return withSpec(object, { taints: [...taints, NOT_READY] });
  },
};
