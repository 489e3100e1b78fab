import { isPodWrite, objectsAt, withSpec } from '../../admitted/index.ts';
import type { JsonObject } from '../../objects/index.ts';
import type { AdmissionPlugin } from '../../operations/index.ts';

const TAINTS = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];
const SECONDS = 300;

/** K-144: a pod stays for five minutes on a node that is lost, unless it says otherwise. */
export const defaultTolerationSeconds: AdmissionPlugin = {
  name: 'DefaultTolerationSeconds',
  mutate(attributes) {
    const { object } = attributes;
    if (!isPodWrite(attributes)) return object;
    const tolerations = objectsAt(object, 'spec', 'tolerations');
    const missing = TAINTS.filter((taint) => !tolerations.some((toleration) => isAbout(toleration, taint)));
    if (missing.length === 0) return object;
    const added = missing.map((key) => ({
      key,
      operator: 'Exists',
      effect: 'NoExecute',
      tolerationSeconds: SECONDS,
    }));
    return withSpec(object, { tolerations: [...tolerations, ...added] });
  },
};

function isAbout({ key, effect }: JsonObject, taint: string): boolean {
  return (key === taint || !key) && (effect === 'NoExecute' || !effect);
}
