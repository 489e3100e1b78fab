import type * as autoscaling from 'kubernetes-types/autoscaling/v2.js';
import { type Draft, type Manifest, metadataOf } from '../manifests/index.ts';
import type { Scaling, ScalingQuery, Workload } from '../model/index.ts';
import { checkDnsLabel, type Report } from '../report/index.ts';
import { checkScale, scaleOf } from './replicas.ts';

const DEFAULT_CPU = 70;

/** Up at once, since users wait; down slowly, since load comes back. */
const UP: autoscaling.HPAScalingRules = {
  stabilizationWindowSeconds: 0,
  selectPolicy: 'Max',
  policies: [
    { type: 'Percent', value: 100, periodSeconds: 15 },
    { type: 'Pods', value: 4, periodSeconds: 15 },
  ],
};
const DOWN: autoscaling.HPAScalingRules = {
  stabilizationWindowSeconds: 300,
  selectPolicy: 'Max',
  policies: [{ type: 'Percent', value: 50, periodSeconds: 60 }],
};

/** One scaler or none: KEDA where there are queries, since only it can ask Prometheus and start from zero. */
export function scalers(workload: Workload, report: Report): Draft<Manifest>[] {
  checkScale(workload, report);
  if (workload.scaling?.name !== undefined) checkDnsLabel(workload.scaling.name, 'scaling.name', report);
  const scale = scaleOf(workload);
  if ('fixed' in scale) return [];
  const { scaling, min, max } = scale;
  const { queries = [], name } = scaling;
  const metadata = metadataOf(workload, name === undefined ? {} : { name });
  const kind = workload.statefulSet === undefined ? 'Deployment' : 'StatefulSet';
  const scaleTargetRef = { apiVersion: 'apps/v1', kind, name: workload.name };
  const behavior = {
    scaleUp: { ...UP, ...scaling.behavior?.scaleUp },
    scaleDown: { ...DOWN, ...scaling.behavior?.scaleDown },
  };
  if (queries.length === 0) {
    return [
      {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata,
        spec: { scaleTargetRef, minReplicas: min, maxReplicas: max, metrics: metricsOf(scaling), behavior },
      },
    ];
  }
  return [
    {
      apiVersion: 'keda.sh/v1alpha1',
      kind: 'ScaledObject',
      metadata,
      spec: {
        scaleTargetRef,
        minReplicaCount: min,
        maxReplicaCount: max,
        pollingInterval: 30,
        cooldownPeriod: 300,
        // Without an answer nobody knows the load: keep what runs.
        fallback: { failureThreshold: 3, replicas: Math.max(1, min), behavior: 'currentReplicasIfHigher' },
        advanced: { horizontalPodAutoscalerConfig: { behavior } },
        triggers: [...queries.map(queryTrigger), ...utilisations(scaling).map(utilisationTrigger)],
      },
    },
  ];
}

type Utilisation = readonly ['cpu' | 'memory', number];

function utilisations({ cpu, memory }: Scaling): Utilisation[] {
  return [
    ...(cpu === undefined ? [] : [['cpu', cpu] as const]),
    ...(memory === undefined ? [] : [['memory', memory] as const]),
  ];
}

function metricsOf(scaling: Scaling): autoscaling.MetricSpec[] {
  const given = utilisations(scaling);
  return (given.length > 0 ? given : [['cpu', DEFAULT_CPU] as const]).map(([name, averageUtilization]) => ({
    type: 'Resource',
    resource: { name, target: { type: 'Utilization', averageUtilization } },
  }));
}

const queryTrigger = ({ serverAddress, query, target, activation = 0 }: ScalingQuery) => ({
  type: 'prometheus',
  metricType: 'AverageValue',
  metadata: {
    serverAddress,
    query,
    threshold: String(target),
    activationThreshold: String(activation),
    // No data is an error, not zero.
    ignoreNullValues: 'false',
  },
});

const utilisationTrigger = ([type, value]: Utilisation) => ({
  type,
  metricType: 'Utilization',
  metadata: { value: String(value) },
});
