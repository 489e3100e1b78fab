import { ageColumn, asText, at, column, count, integer, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkDisruptionBudget } from './validation.ts';

export const podDisruptionBudgets: readonly BuiltInKind[] = [
  {
    name: 'poddisruptionbudgets.policy',
    checks: { create: checkDisruptionBudget },
    columns: [
      nameColumn,
      column('Min Available', asText(at('spec.minAvailable', 'N/A'))),
      column('Max Unavailable', asText(at('spec.maxUnavailable', 'N/A'))),
      integer('Allowed Disruptions', count('status.disruptionsAllowed')),
      ageColumn,
    ],
  },
];
