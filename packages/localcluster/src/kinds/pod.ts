import { fieldAt } from '../objects/index.ts';
import type { KindRules } from './kind-rules.ts';

export const podRules: KindRules = {
  prepareCreate: (pod) => ({ ...pod, status: { phase: 'Pending' } }),
  gracePeriodSeconds(pod, asked) {
    // Nothing runs that would need time to end.
    if (!fieldAt(pod, ['spec', 'nodeName'])) return 0;
    const phase = fieldAt(pod, ['status', 'phase']);
    if (phase === 'Failed' || phase === 'Succeeded') return 0;
    const own = fieldAt(pod, ['spec', 'terminationGracePeriodSeconds']);
    const seconds = asked ?? (typeof own === 'number' ? own : 30);
    return seconds < 0 ? 1 : seconds;
  },
};
