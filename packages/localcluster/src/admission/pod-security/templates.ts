import { fieldAt, isJsonObject, type KubeObject } from '../../objects/index.ts';
import type { Subject } from './subject.ts';

/** Where kinds keep the pods that they make. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  podtemplates: ['template'],
  replicationcontrollers: ['spec', 'template'],
  'replicasets.apps': ['spec', 'template'],
  'deployments.apps': ['spec', 'template'],
  'statefulsets.apps': ['spec', 'template'],
  'daemonsets.apps': ['spec', 'template'],
  'jobs.batch': ['spec', 'template'],
  'cronjobs.batch': ['spec', 'jobTemplate', 'spec', 'template'],
};

export function hasTemplate(collection: string): boolean {
  return Object.hasOwn(TEMPLATES, collection);
}

export function templateOf(collection: string, object: KubeObject): Subject | undefined {
  const template = fieldAt(object, TEMPLATES[collection] ?? []);
  return isJsonObject(template) ? subjectOf(template as unknown as KubeObject) : undefined;
}

export function subjectOf(pod: KubeObject): Subject {
  const { spec, metadata } = pod as { spec?: unknown; metadata?: KubeObject['metadata'] };
  return { annotations: metadata?.annotations ?? {}, spec: isJsonObject(spec) ? spec : {} };
}
