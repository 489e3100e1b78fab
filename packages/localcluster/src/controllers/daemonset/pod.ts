import { DaemonSet, type Pod } from '@slipway/kube/kinds';
import type { Toleration } from '../../matching/index.ts';
import type { Read, Written } from '../objects/index.ts';
import { controllerReference } from '../ownership/index.ts';
import { type PodObject, type PodTemplate, podFromTemplate } from '../pods/index.ts';

export type DaemonSetObject = Read<typeof DaemonSet>;

export const REVISION_LABEL = 'controller-revision-hash';
const GENERATION_LABEL = 'pod-template-generation';
const GENERATION = 'deprecated.daemonset.template.generation';

/** Daemons stay where others must go: they often are what repairs the node. */
export function daemonTolerations(spec: PodObject['spec']): Toleration[] {
  const always = (name: string, effect: string): Toleration => ({
    key: `node.kubernetes.io/${name}`,
    operator: 'Exists',
    effect,
  });
  const own: readonly Toleration[] = [
    always('not-ready', 'NoExecute'),
    always('unreachable', 'NoExecute'),
    always('disk-pressure', 'NoSchedule'),
    always('memory-pressure', 'NoSchedule'),
    always('pid-pressure', 'NoSchedule'),
    always('unschedulable', 'NoSchedule'),
    ...(spec?.hostNetwork ? [always('network-unavailable', 'NoSchedule')] : []),
  ];
  const given = (spec?.tolerations ?? []).filter(
    ({ key, effect }) => !own.some((one) => one.key === key && one.effect === effect),
  );
  return [...given, ...own];
}

/** A daemon's pod. It is bound to its node by an affinity, so that a scheduler still looks at it. */
export function daemonPod(set: DaemonSetObject, node: string, hash: string): Written<typeof Pod> {
  const { namespace = '', name, annotations = {} } = set.metadata;
  const template: PodTemplate = set.spec?.template ?? {};
  const pod = podFromTemplate(template, controllerReference(DaemonSet, set), { namespace, generateName: `${name}-` });
  const generation = annotations[GENERATION];
  pod.metadata.labels = {
    ...pod.metadata.labels,
    ...(generation && { [GENERATION_LABEL]: generation }),
    [REVISION_LABEL]: hash,
  };
  if (!pod.spec) return pod;
  pod.spec.tolerations = daemonTolerations(template.spec) as NonNullable<typeof pod.spec.tolerations>;
  const nodeSelectorTerms = [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [node] }] }];
  pod.spec.affinity = {
    ...pod.spec.affinity,
    nodeAffinity: {
      ...pod.spec.affinity?.nodeAffinity,
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
    },
  };
  return pod;
}

/** The node that a pod is on, or is meant for. */
export function nodeOf({ spec }: PodObject): string | undefined {
  if (spec?.nodeName) return spec.nodeName;
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return terms.flatMap(({ matchFields = [] }) => matchFields).find(({ key }) => key === 'metadata.name')?.values?.[0];
}
