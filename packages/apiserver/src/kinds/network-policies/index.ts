import { fieldAt } from '../../objects/index.ts';
import { ageColumn, column, nameColumn, selectorText } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { defaults } from './defaults.ts';
import { checkNetworkPolicy } from './validation.ts';

export const networkPolicies: readonly BuiltInKind[] = [
  {
    name: 'networkpolicies.networking.k8s.io',
    checks: { create: checkNetworkPolicy },
    columns: [
      nameColumn,
      column('Pod-Selector', (policy) => selectorText(fieldAt(policy, ['spec', 'podSelector']))),
      ageColumn,
    ],
    defaults,
  },
];
