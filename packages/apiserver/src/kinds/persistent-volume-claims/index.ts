import { textAt } from '../../objects/index.ts';
import { accessModes, ageColumn, at, column, nameColumn, wide } from '../../tables/index.ts';
import { checkClaimSpec, PLACES } from '../../validation/index.ts';
import type { BuiltInKind, Check } from '../built-in-kind.ts';
import { checkThenChange, part } from '../checks.ts';
import { claimRules } from './rules.ts';
import { checkClaimChange } from './validation.ts';

const claim: Check = (report, object) => checkClaimSpec(report, part(object, 'spec'), PLACES.spec);

export const persistentVolumeClaims: readonly BuiltInKind[] = [
  {
    name: 'persistentvolumeclaims',
    checks: { create: claim, change: checkThenChange(claim, checkClaimChange) },
    rules: claimRules,
    columns: [
      nameColumn,
      column('Status', (claim) =>
        claim.metadata.deletionTimestamp ? 'Terminating' : textAt(claim, 'status', 'phase'),
      ),
      column('Volume', at('spec.volumeName')),
      column('Capacity', (claim) =>
        textAt(claim, 'spec', 'volumeName') ? textAt(claim, 'status', 'capacity', 'storage') : '',
      ),
      column('Access Modes', accessModes('status.accessModes')),
      column('StorageClass', at('spec.storageClassName')),
      column('VolumeAttributesClass', at('spec.volumeAttributesClassName', '<unset>')),
      ageColumn,
      wide('VolumeMode', at('spec.volumeMode', '<unset>')),
    ],
    defaults: {
      constants: {
        'core.v1.PersistentVolumeClaimSpec': { volumeMode: 'Filesystem' },
        'core.v1.PersistentVolumeClaimStatus': { phase: 'Pending' },
      },
    },
  },
];

export { persistentVolumeClaimResize } from './resize.ts';
