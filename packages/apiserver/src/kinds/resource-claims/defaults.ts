import { filled, type TypeDefaults } from '../../defaults/index.ts';
import type { JsonObject } from '../../objects/index.ts';

function withDeviceCount(request: JsonObject): JsonObject {
  const moded = filled(request, { allocationMode: 'ExactCount' });
  return moded['allocationMode'] === 'ExactCount' && !moded['count'] ? { ...moded, count: 1 } : moded;
}

export const defaults: TypeDefaults = {
  constants: {
    'resource.v1.DeviceToleration': { operator: 'Equal' },
  },
  computed: {
    'resource.v1.ExactDeviceRequest': withDeviceCount,
    'resource.v1.DeviceSubRequest': withDeviceCount,
  },
};
