import { part, type TypeDefaults } from '../../defaults/index.ts';
import type { JsonObject } from '../../objects/index.ts';

/** K-155: a limit is also the default limit, and the default limit the default request. */
function withContainerLimits(item: JsonObject): JsonObject {
  if (item['type'] !== 'Container') return item;
  const limits = { ...part(item, 'max'), ...part(item, 'default') };
  const requests = { ...part(item, 'min'), ...limits, ...part(item, 'defaultRequest') };
  return {
    ...item,
    ...(Object.keys(limits).length > 0 && { default: limits }),
    ...(Object.keys(requests).length > 0 && { defaultRequest: requests }),
  };
}

export const defaults: TypeDefaults = {
  computed: {
    'core.v1.LimitRangeItem': withContainerLimits,
  },
};
