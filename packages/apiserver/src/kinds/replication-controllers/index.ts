import { readerOf } from '../../selectors/index.ts';
import {
  ageColumn,
  containersOf,
  count,
  integer,
  labelSelectorColumn,
  nameColumn,
  podTemplate,
} from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { defaults } from './defaults.ts';
import { checkReplicationController } from './validation.ts';

export const replicationControllers: readonly BuiltInKind[] = [
  {
    name: 'replicationcontrollers',
    checks: { create: checkReplicationController },
    columns: [
      nameColumn,
      integer('Desired', count('spec.replicas')),
      integer('Current', count('status.replicas')),
      integer('Ready', count('status.readyReplicas')),
      ageColumn,
      ...containersOf(podTemplate),
      labelSelectorColumn,
    ],
    defaults,
    selectableFields: { 'status.replicas': readerOf('status.replicas', '0') },
  },
];
