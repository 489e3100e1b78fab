import { rolling } from '../../defaults/index.ts';
import { ageColumn, column, count, nameColumn, ofDesired, workload } from '../../tables/index.ts';
import { checkSameSelector } from '../../validation/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { checkThenChange, counts } from '../checks.ts';
import { checkDeployment } from './validation.ts';

export const deployments: readonly BuiltInKind[] = [
  {
    name: 'deployments.apps',
    checks: {
      create: checkDeployment,
      change: checkThenChange(checkDeployment, checkSameSelector),
      status: counts(
        'observedGeneration replicas updatedReplicas readyReplicas availableReplicas unavailableReplicas terminatingReplicas collisionCount',
        'updatedReplicas readyReplicas availableReplicas',
      ),
    },
    columns: [
      nameColumn,
      column('Ready', ofDesired('status.readyReplicas')),
      column('Up-to-date', count('status.updatedReplicas')),
      column('Available', count('status.availableReplicas')),
      ageColumn,
      ...workload,
    ],
    defaults: {
      constants: {
        'apps.v1.DeploymentSpec': { replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 },
      },
      computed: {
        'apps.v1.DeploymentStrategy': rolling({ maxUnavailable: '25%', maxSurge: '25%' }),
      },
    },
  },
];
