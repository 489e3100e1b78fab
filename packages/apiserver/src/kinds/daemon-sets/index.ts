import { rolling } from '../../defaults/index.ts';
import { fieldAt } from '../../objects/index.ts';
import { ageColumn, column, count, integer, labelsText, nameColumn, workload } from '../../tables/index.ts';
import { checkSameSelector } from '../../validation/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { changeThenCheck } from '../checks.ts';
import { daemonSetRules } from './rules.ts';
import { checkDaemonSet } from './validation.ts';

export const daemonSets: readonly BuiltInKind[] = [
  {
    name: 'daemonsets.apps',
    checks: { create: checkDaemonSet, change: changeThenCheck(checkSameSelector, checkDaemonSet) },
    rules: daemonSetRules,
    columns: [
      nameColumn,
      integer('Desired', count('status.desiredNumberScheduled')),
      integer('Current', count('status.currentNumberScheduled')),
      integer('Ready', count('status.numberReady')),
      integer('Up-to-date', count('status.updatedNumberScheduled')),
      integer('Available', count('status.numberAvailable')),
      column('Node Selector', (set) => labelsText(fieldAt(set, ['spec', 'template', 'spec', 'nodeSelector']))),
      ageColumn,
      ...workload,
    ],
    defaults: {
      constants: {
        'apps.v1.DaemonSetSpec': { revisionHistoryLimit: 10 },
      },
      computed: {
        'apps.v1.DaemonSetUpdateStrategy': rolling({ maxUnavailable: 1, maxSurge: 0 }),
      },
    },
  },
];
