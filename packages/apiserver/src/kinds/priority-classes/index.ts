import { ageColumn, at, boolean, column, count, integer, nameColumn, trueOrFalse } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkPriorityClass, checkPriorityClassChange } from './validation.ts';

export const priorityClasses: readonly BuiltInKind[] = [
  {
    name: 'priorityclasses.scheduling.k8s.io',
    checks: { create: checkPriorityClass, change: checkPriorityClassChange },
    columns: [
      nameColumn,
      integer('Value', count('value')),
      boolean('Global-Default', trueOrFalse('globalDefault')),
      ageColumn,
      column('PreemptionPolicy', at('preemptionPolicy')),
    ],
    defaults: {
      constants: {
        'scheduling.v1.PriorityClass': { preemptionPolicy: 'PreemptLowerPriority' },
      },
    },
  },
];
