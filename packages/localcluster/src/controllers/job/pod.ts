import { Job, type Pod } from '@slipway/kube/kinds';
import type { Written } from '../objects/index.ts';
import { controllerReference } from '../ownership/index.ts';
import { podFromTemplate } from '../pods/index.ts';
import { INDEX, type JobObject, TRACKING } from './job.ts';

/** A pod of a Job; of an Indexed one it knows its index by label, annotation, environment and name. */
export function jobPod(job: JobObject, index: number | undefined): Written<typeof Pod> {
  const { namespace = '', name } = job.metadata;
  const generateName = index === undefined ? `${name}-` : `${name}-${index}-`;
  const pod = podFromTemplate(job.spec?.template ?? {}, controllerReference(Job, job), { namespace, generateName });
  pod.metadata.finalizers = [...(pod.metadata.finalizers ?? []).filter((one) => one !== TRACKING), TRACKING];
  if (index === undefined || !pod.spec) return pod;
  pod.metadata.labels = { ...pod.metadata.labels, [INDEX]: String(index) };
  pod.metadata.annotations = { ...pod.metadata.annotations, [INDEX]: String(index) };
  pod.spec.hostname = `${name}-${index}`;
  const variable = {
    name: 'JOB_COMPLETION_INDEX',
    valueFrom: { fieldRef: { apiVersion: 'v1', fieldPath: `metadata.labels['${INDEX}']` } },
  };
  for (const container of [...(pod.spec.initContainers ?? []), ...pod.spec.containers]) {
    if (container.env?.some((one) => one.name === variable.name)) continue;
    container.env = [...(container.env ?? []), variable];
  }
  return pod;
}
