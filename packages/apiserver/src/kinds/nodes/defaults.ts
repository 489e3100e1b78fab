import type { TypeDefaults } from '../../defaults/index.ts';
import type { JsonObject } from '../../objects/index.ts';

function withAllocatable(status: JsonObject): JsonObject {
  const { capacity, allocatable } = status;
  return capacity !== undefined && allocatable === undefined ? { ...status, allocatable: capacity } : status;
}

export const defaults: TypeDefaults = {
  computed: {
    'core.v1.NodeStatus': withAllocatable,
  },
};
