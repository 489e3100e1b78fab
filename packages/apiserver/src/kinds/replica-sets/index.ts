import { ageColumn, count, integer, nameColumn, workload } from '../../tables/index.ts';
import { checkSameSelector } from '../../validation/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkThenChange, counts } from '../checks.ts';
import { checkReplicaSet } from './validation.ts';

export const replicaSets: readonly BuiltInKind[] = [
  {
    name: 'replicasets.apps',
    checks: {
      create: checkReplicaSet,
      change: checkThenChange(checkReplicaSet, checkSameSelector),
      status: counts(
        'replicas fullyLabeledReplicas readyReplicas availableReplicas observedGeneration terminatingReplicas',
        'fullyLabeledReplicas readyReplicas availableReplicas',
      ),
    },
    columns: [
      nameColumn,
      integer('Desired', count('spec.replicas')),
      integer('Current', count('status.replicas')),
      integer('Ready', count('status.readyReplicas')),
      ageColumn,
      ...workload,
    ],
    defaults: {
      constants: {
        'apps.v1.ReplicaSetSpec': { replicas: 1 },
      },
    },
  },
];
