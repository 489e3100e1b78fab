import { type Draft, type Manifest, metadataOf, selectorOf } from '../manifests/index.ts';
import type { DeploymentOptions, Workload } from '../model/index.ts';
import { podTemplate } from '../pods/index.ts';
import { checkWhole, MANY, type Report } from '../report/index.ts';
import { checkAmountOfPods, isNoPods } from './pod-share.ts';
import { appliedReplicas } from './replicas.ts';

/** Capacity first: one more pod before one less, unless the author says otherwise. */
export function deployments(workload: Workload, report: Report): Draft<Manifest>[] {
  const { pod, deployment = {}, statefulSet } = workload;
  if (pod === undefined || statefulSet !== undefined) return [];
  checkDeployment(deployment, report);
  return [
    {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: metadataOf(workload),
      spec: {
        replicas: appliedReplicas(workload),
        selector: { matchLabels: selectorOf(workload) },
        strategy: strategyOf(deployment),
        minReadySeconds: deployment.minReadySeconds,
        progressDeadlineSeconds: deployment.progressDeadlineSeconds,
        revisionHistoryLimit: deployment.revisionHistoryLimit,
        template: podTemplate(workload, pod, report),
      },
    },
  ];
}

function strategyOf({ strategy = 'RollingUpdate', maxSurge = 1, maxUnavailable = 0 }: DeploymentOptions) {
  return strategy === 'Recreate' ? { type: strategy } : { type: strategy, rollingUpdate: { maxSurge, maxUnavailable } };
}

function checkDeployment(options: DeploymentOptions, report: Report): void {
  const { maxSurge = 1, maxUnavailable = 0 } = options;
  const tell = (at: string, message: string): void => report('WORKLOAD_SCALING', `deployment.${at}`, message);
  checkAmountOfPods(maxSurge, 'maxSurge', tell);
  checkAmountOfPods(maxUnavailable, 'maxUnavailable', tell);
  if (isNoPods(maxSurge) && isNoPods(maxUnavailable))
    tell('maxUnavailable', 'is 0 with maxSurge 0, and no pod could be replaced; raise one of them');
  for (const name of ['minReadySeconds', 'progressDeadlineSeconds', 'revisionHistoryLimit'] as const) {
    checkWhole(options[name], [0, MANY], name, tell);
  }
  const { minReadySeconds = 0, progressDeadlineSeconds = 600 } = options;
  if (progressDeadlineSeconds <= minReadySeconds)
    tell('progressDeadlineSeconds', `is ${progressDeadlineSeconds}, not above minReadySeconds, ${minReadySeconds}`);
}
