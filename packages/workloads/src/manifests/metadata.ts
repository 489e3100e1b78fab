import type { Labels, Workload } from '../model/index.ts';
import { labelValueOf } from '../names/index.ts';
import { checkDnsLabel, checkKeys, checkLabels, type Report } from '../report/index.ts';
import type { Draft } from './canonical.ts';
import type { ManifestMetadata } from './manifest.ts';

/** Labels whose values others change during the life of a workload. */
const CHANGING = ['app.kubernetes.io/version', 'pod-template-hash', 'controller-revision-hash'];

/** The labels by which the pods of a workload are found. */
export function selectorOf({ name, selector }: Workload): Labels {
  return selector ?? { 'app.kubernetes.io/instance': labelValueOf(name) };
}

interface Part {
  readonly name?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
}

export function metadataOf(workload: Workload, part: Part = {}): Draft<ManifestMetadata> {
  const annotations = { ...workload.annotations, ...part.annotations };
  return {
    name: part.name ?? workload.name,
    namespace: workload.namespace,
    labels: { ...workload.labels, ...part.labels, ...selectorOf(workload) },
    annotations: Object.keys(annotations).length > 0 ? annotations : undefined,
    ownerReferences: workload.owner && [workload.owner],
  };
}

/**
 * A Deployment's ReplicaSets add 11 characters to its name and their pods 6, one of which the server cuts
 * off; pods of a StatefulSet carry a label of its name and 11 characters more.
 */
function longestName({ pod, statefulSet }: Workload): number {
  if (statefulSet !== undefined) return 52;
  return pod === undefined ? 63 : 47;
}

/** What all objects of a workload have in common. */
export function checkIdentity(workload: Workload, report: Report): void {
  checkDnsLabel(workload.name, 'name', report, longestName(workload));
  checkDnsLabel(workload.namespace, 'namespace', report);
  checkLabels(workload.labels, 'labels', report);
  checkKeys(workload.annotations, 'annotations', report);
  checkLabels(workload.selector, 'selector', report);
  const selector = Object.entries(selectorOf(workload));
  if (selector.length === 0)
    report('WORKLOAD_LABEL', 'selector', 'is empty and would select every pod; name at least one label');
  for (const [key, value] of selector) {
    if (CHANGING.includes(key))
      report('WORKLOAD_LABEL', `selector[${key}]`, 'changes while the selector cannot; use a label that never does');
    for (const [field, labels] of [
      ['labels', workload.labels],
      ['pod.labels', workload.pod?.labels],
    ] as const) {
      if ((labels?.[key] ?? value) !== value)
        report('WORKLOAD_LABEL', `${field}[${key}]`, `is in the selector with another value; leave it out here`);
    }
  }
}
