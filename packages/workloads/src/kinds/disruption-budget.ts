import { type Draft, type Manifest, metadataOf, selectorOf } from '../manifests/index.ts';
import type { Workload } from '../model/index.ts';
import { checkDnsLabel, type Report } from '../report/index.ts';
import { checkAmountOfPods } from './pod-share.ts';
import { lowestReplicas } from './replicas.ts';

/** For a single pod a budget would only block the drain of its node. */
export function disruptionBudgets(workload: Workload, report: Report): Draft<Manifest>[] {
  const { disruption = {}, pod } = workload;
  if (pod === undefined || disruption === 'unprotected') return [];
  const { name, maxUnavailable = 1 } = disruption;
  if (name !== undefined) checkDnsLabel(name, 'disruption.name', report);
  checkAmountOfPods(maxUnavailable, 'disruption.maxUnavailable', (at, message) =>
    report('WORKLOAD_SCALING', at, message),
  );
  if (lowestReplicas(workload) < 2) return [];
  return [
    {
      apiVersion: 'policy/v1',
      kind: 'PodDisruptionBudget',
      metadata: metadataOf(workload, name === undefined ? {} : { name }),
      spec: {
        maxUnavailable,
        selector: { matchLabels: selectorOf(workload) },
        // A pod that is broken anyway must not keep its node from being drained.
        unhealthyPodEvictionPolicy: 'AlwaysAllow',
      },
    },
  ];
}
