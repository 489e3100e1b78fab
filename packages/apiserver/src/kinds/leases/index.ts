import { ageColumn, at, column, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { defaults } from './defaults.ts';
import { checkLease } from './validation.ts';

export const leases: readonly BuiltInKind[] = [
  {
    name: 'leases.coordination.k8s.io',
    checks: { create: checkLease },
    columns: [nameColumn, column('Holder', at('spec.holderIdentity')), ageColumn],
    defaults,
  },
];
