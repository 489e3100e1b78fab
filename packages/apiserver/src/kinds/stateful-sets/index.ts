import { ageColumn, column, containersOf, nameColumn, ofDesired, podTemplate } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkThenChange, counts } from '../checks.ts';
import { defaults } from './defaults.ts';
import { checkStatefulSet, checkStatefulSetChange } from './validation.ts';

export const statefulSets: readonly BuiltInKind[] = [
  {
    name: 'statefulsets.apps',
    checks: {
      create: (report, object) => checkStatefulSet(report, object, true),
      change: checkThenChange((report, object) => checkStatefulSet(report, object, false), checkStatefulSetChange),
      status: counts(
        'replicas readyReplicas currentReplicas updatedReplicas availableReplicas observedGeneration collisionCount',
        'readyReplicas currentReplicas updatedReplicas availableReplicas',
        'status.readyReplicas',
      ),
    },
    columns: [nameColumn, column('Ready', ofDesired('status.readyReplicas')), ageColumn, ...containersOf(podTemplate)],
    defaults,
  },
];
