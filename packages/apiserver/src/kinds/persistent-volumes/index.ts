import { RBD, SCALE_IO } from '../../defaults/index.ts';
import { textAt } from '../../objects/index.ts';
import { accessModes, ageColumn, at, column, nameColumn, wide } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkThenChange } from '../checks.ts';
import { volumeRules } from './rules.ts';
import { checkVolume, checkVolumeChange } from './validation.ts';

export const persistentVolumes: readonly BuiltInKind[] = [
  {
    name: 'persistentvolumes',
    checks: { create: checkVolume, change: checkThenChange(checkVolume, checkVolumeChange) },
    rules: volumeRules,
    columns: [
      nameColumn,
      column('Capacity', at('spec.capacity.storage')),
      column('Access Modes', accessModes('spec.accessModes')),
      column('Reclaim Policy', at('spec.persistentVolumeReclaimPolicy')),
      column('Status', (volume) =>
        volume.metadata.deletionTimestamp ? 'Terminating' : textAt(volume, 'status', 'phase'),
      ),
      column('Claim', (volume) => {
        const name = textAt(volume, 'spec', 'claimRef', 'name');
        return name ? `${textAt(volume, 'spec', 'claimRef', 'namespace')}/${name}` : '';
      }),
      column('StorageClass', at('spec.storageClassName')),
      column('VolumeAttributesClass', at('spec.volumeAttributesClassName', '<unset>')),
      column('Reason', at('status.reason')),
      ageColumn,
      wide('VolumeMode', at('spec.volumeMode', '<unset>')),
    ],
    defaults: {
      constants: {
        'core.v1.ISCSIPersistentVolumeSource': { iscsiInterface: 'default' },
        'core.v1.RBDPersistentVolumeSource': RBD,
        'core.v1.ScaleIOPersistentVolumeSource': SCALE_IO,
        'core.v1.PersistentVolumeSpec': { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' },
        'core.v1.PersistentVolumeStatus': { phase: 'Pending' },
      },
    },
  },
];
