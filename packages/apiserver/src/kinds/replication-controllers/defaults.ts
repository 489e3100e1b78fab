import { isEmpty, part, type TypeDefaults, withTemplateLabels } from '../../defaults/index.ts';
import { fieldAt, isJsonObject, type JsonObject } from '../../objects/index.ts';

function withControllerSelector(controller: JsonObject): JsonObject {
  const spec = part(controller, 'spec');
  const labels = fieldAt(spec, ['template', 'metadata', 'labels']);
  const selected = isJsonObject(labels) && isEmpty(spec['selector']) ? { ...spec, selector: labels } : spec;
  return withTemplateLabels(selected === spec ? controller : { ...controller, spec: selected });
}

export const defaults: TypeDefaults = {
  constants: {
    'core.v1.ReplicationControllerSpec': { replicas: 1 },
  },
  computed: {
    'core.v1.ReplicationController': withControllerSelector,
  },
};
