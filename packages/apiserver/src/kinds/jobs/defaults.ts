import { filled, part, type TypeDefaults, withTemplateLabels } from '../../defaults/index.ts';
import type { JsonObject } from '../../objects/index.ts';

/** Of a Job itself; a CronJob's template is filled in when it becomes one. */
function withJobDefaults(job: JsonObject): JsonObject {
  const spec = part(job, 'spec');
  const isBare = spec['completions'] === undefined && spec['parallelism'] === undefined;
  const full = filled(spec, {
    parallelism: 1,
    ...(isBare && { completions: 1 }),
    backoffLimit: spec['backoffLimitPerIndex'] === undefined ? 6 : 2 ** 31 - 1,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: spec['podFailurePolicy'] === undefined ? 'TerminatingOrFailed' : 'Failed',
    manualSelector: false,
  });
  return withTemplateLabels({ ...job, spec: full });
}

export const defaults: TypeDefaults = {
  constants: {
    'batch.v1.PodFailurePolicyOnPodConditionsPattern': { status: 'True' },
  },
  computed: {
    'batch.v1.Job': withJobDefaults,
  },
};
