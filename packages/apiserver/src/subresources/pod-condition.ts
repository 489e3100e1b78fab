import { timestamp } from '@slipway/apimachinery/clock';
import { fieldAt, isJsonObject, type KubeObject } from '../objects/index.ts';

export interface PodCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** The pod with this condition. The time of the last transition stays while the status does. */
export function withPodCondition(pod: KubeObject, condition: PodCondition, wallMs: number): KubeObject {
  const status = isJsonObject(pod['status']) ? pod['status'] : {};
  const given = fieldAt(status, ['conditions']);
  const conditions = Array.isArray(given) ? (given as PodCondition[]) : [];
  const old = conditions.find(({ type }) => type === condition.type);
  const isSame = old?.status === condition.status;
  const lastTransitionTime = (isSame && fieldAt(old, ['lastTransitionTime'])) || timestamp(wallMs);
  const { type, status: value, ...why } = condition;
  const next = { type, status: value, lastProbeTime: null, lastTransitionTime, ...why };
  const others = old ? conditions.map((one) => (one === old ? next : one)) : [...conditions, next];
  return { ...pod, status: { ...status, conditions: others } };
}
