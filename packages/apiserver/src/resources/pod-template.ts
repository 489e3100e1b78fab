/** Where the kinds that make pods have the template for them. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  podtemplates: ['template'],
  replicationcontrollers: ['spec', 'template'],
  'deployments.apps': ['spec', 'template'],
  'replicasets.apps': ['spec', 'template'],
  'statefulsets.apps': ['spec', 'template'],
  'daemonsets.apps': ['spec', 'template'],
  'jobs.batch': ['spec', 'template'],
  'cronjobs.batch': ['spec', 'jobTemplate', 'spec', 'template'],
};

/** The path to the template of pods in objects of a collection; undefined where there is none. */
export function podTemplatePath(collection: string): readonly string[] | undefined {
  return TEMPLATES[collection];
}
