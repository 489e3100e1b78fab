import { fieldAt, isJsonObject, type JsonObject, type KubeObject } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';
import { qualityOf } from './quality.ts';

/** Of a pod that waits for a client to open its gates. */
const GATED = {
  type: 'PodScheduled',
  status: 'False',
  lastProbeTime: null,
  reason: 'SchedulingGated',
  message: 'Scheduling is blocked due to non-empty scheduling gates',
};

const gatedSince = ({ metadata }: KubeObject): object => ({ ...GATED, lastTransitionTime: metadata.creationTimestamp });

function withFirstStatus(pod: KubeObject): KubeObject {
  const spec: JsonObject = isJsonObject(pod['spec']) ? pod['spec'] : {};
  const gates = spec['schedulingGates'];
  const conditions = Array.isArray(gates) && gates.length > 0 ? { conditions: [gatedSince(pod)] } : {};
  const grace = spec['terminationGracePeriodSeconds'];
  // Less than no time is the least there is.
  const patient = typeof grace === 'number' && grace < 0 ? { ...spec, terminationGracePeriodSeconds: 1 } : spec;
  return { ...pod, spec: patient, status: { phase: 'Pending', ...conditions, qosClass: qualityOf(spec) } };
}

export const podRules: KindRules = {
  prepareCreate: withFirstStatus,
  prepareStatus(pod, old) {
    const status: JsonObject = isJsonObject(pod['status']) ? pod['status'] : {};
    const qosClass = status['qosClass'] ?? fieldAt(old, ['status', 'qosClass']);
    return typeof qosClass === 'string' ? { ...pod, status: { ...status, qosClass } } : pod;
  },
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
