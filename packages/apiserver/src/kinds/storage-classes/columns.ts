import type { KubeObject } from '../../objects/index.ts';
import { ageColumn, at, column, make, type TableColumn, trueOrFalse } from '../../tables/index.ts';

function storageClassName({ metadata }: KubeObject): string {
  const isDefault = metadata.annotations?.['storageclass.kubernetes.io/is-default-class'] === 'true';
  return `${metadata.name}${isDefault ? ' (default)' : ''}`;
}

export const columns: readonly TableColumn[] = [
  make('Name', 'string', 0, storageClassName, 'name'),
  column('Provisioner', at('provisioner')),
  column('ReclaimPolicy', at('reclaimPolicy', 'Delete')),
  column('VolumeBindingMode', at('volumeBindingMode', 'Immediate')),
  column('AllowVolumeExpansion', trueOrFalse('allowVolumeExpansion')),
  ageColumn,
];
