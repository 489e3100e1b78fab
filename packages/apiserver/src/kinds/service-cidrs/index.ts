import { ageColumn, column, listAt, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';

export const serviceCidrs: readonly BuiltInKind[] = [
  {
    name: 'servicecidrs.networking.k8s.io',
    columns: [nameColumn, column('CIDRs', (range) => listAt(range, 'spec.cidrs').join(',')), ageColumn],
  },
];
