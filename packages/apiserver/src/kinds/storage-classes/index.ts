import type { BuiltInKind } from '../built-in-kind.ts';
import { columns } from './columns.ts';
import { checkStorageClass, checkStorageClassChange } from './validation.ts';

export const storageClasses: readonly BuiltInKind[] = [
  {
    name: 'storageclasses.storage.k8s.io',
    checks: { create: checkStorageClass, change: checkStorageClassChange },
    columns,
    defaults: {
      constants: {
        'storage.v1.StorageClass': { reclaimPolicy: 'Delete', volumeBindingMode: 'Immediate' },
      },
    },
  },
];
