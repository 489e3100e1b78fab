import { isEqual, isJsonObject, type JsonObject, type KubeObject } from '../../objects/index.ts';
import type { KindRules } from '../built-in-kind.ts';

const part = (value: unknown, name: string): JsonObject => {
  const found = isJsonObject(value) ? value[name] : undefined;
  return isJsonObject(found) ? found : {};
};

/** K-148: a Job finds its pods by its uid, unless its author says how. */
function withGeneratedSelector(job: KubeObject): KubeObject {
  const spec = part(job, 'spec');
  if (spec['manualSelector'] === true) return job;
  const { uid = '', name = '' } = job.metadata;
  const template = part(spec, 'template');
  const metadata = part(template, 'metadata');
  const labels = {
    'job-name': name,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'batch.kubernetes.io/controller-uid': uid,
    ...part(metadata, 'labels'),
  };
  const selector = part(spec, 'selector');
  const matchLabels = { 'batch.kubernetes.io/controller-uid': uid, ...part(selector, 'matchLabels') };
  // A Job without labels of its own has its template's, and with them what they get here.
  const own = job.metadata.labels;
  const metadataLabels = own === undefined || isEqual(own, part(metadata, 'labels')) ? labels : own;
  return {
    ...job,
    metadata: { ...job.metadata, labels: metadataLabels },
    spec: {
      ...spec,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...metadata, labels } },
    },
  };
}

/** A real server fills in what it reads from its store too: a Job that lost its labels has its template's again. */
function withTemplateLabels(job: KubeObject): KubeObject {
  const labels = part(part(part(part(job, 'spec'), 'template'), 'metadata'), 'labels') as Record<string, string>;
  if (Object.keys(job.metadata.labels ?? {}).length > 0 || Object.keys(labels).length === 0) return job;
  return { ...job, metadata: { ...job.metadata, labels } };
}

export const jobRules: KindRules = { prepareCreate: withGeneratedSelector, canonicalize: withTemplateLabels };
