import { ageColumn, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';

export const serviceAccounts: readonly BuiltInKind[] = [
  {
    name: 'serviceaccounts',
    columns: [nameColumn, ageColumn],
    defaults: {
      constants: {
        'authentication.v1.TokenRequestSpec': { expirationSeconds: 3600 },
      },
    },
  },
];
