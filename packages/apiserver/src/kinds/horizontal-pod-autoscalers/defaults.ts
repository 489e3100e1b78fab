import { filled, isEmpty, part, type TypeDefaults } from '../../defaults/index.ts';
import type { Json, JsonObject } from '../../objects/index.ts';

const SCALE_UP: JsonObject = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Pods', value: 4, periodSeconds: 15 },
    { type: 'Percent', value: 100, periodSeconds: 15 },
  ],
};

const SCALE_DOWN: JsonObject = {
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
};

/** K-151: an object that declares behaviour gets all its fields. */
function withScalingRules(behavior: JsonObject): JsonObject {
  const scaleUp = filled(part(behavior, 'scaleUp'), SCALE_UP);
  const scaleDown = filled(part(behavior, 'scaleDown'), SCALE_DOWN);
  const isFull = scaleUp === behavior['scaleUp'] && scaleDown === behavior['scaleDown'];
  return isFull ? behavior : { ...behavior, scaleUp, scaleDown };
}

const CPU_AT_80: Json = [
  { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } } },
];

function withMetrics(spec: JsonObject): JsonObject {
  const bounded = filled(spec, { minReplicas: 1 });
  return isEmpty(bounded['metrics']) ? { ...bounded, metrics: CPU_AT_80 } : bounded;
}

export const defaults: TypeDefaults = {
  computed: {
    'autoscaling.v2.HorizontalPodAutoscalerSpec': withMetrics,
    'autoscaling.v2.HorizontalPodAutoscalerBehavior': withScalingRules,
  },
};
