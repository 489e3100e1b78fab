import type { TypeDefaults } from '../../defaults/index.ts';

export const defaults: TypeDefaults = {
  constants: {
    'storage.v1.CSIDriverSpec': {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
    },
  },
};
