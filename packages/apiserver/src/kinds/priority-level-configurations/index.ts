import { ageColumn, at, column, NONE, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';

export const priorityLevelConfigurations: readonly BuiltInKind[] = [
  {
    name: 'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
    columns: [
      nameColumn,
      column('Type', at('spec.type', NONE)),
      column('NominalConcurrencyShares', at('spec.limited.nominalConcurrencyShares', NONE)),
      column('Queues', at('spec.limited.limitResponse.queuing.queues', NONE)),
      column('HandSize', at('spec.limited.limitResponse.queuing.handSize', NONE)),
      column('QueueLengthLimit', at('spec.limited.limitResponse.queuing.queueLengthLimit', NONE)),
      ageColumn,
    ],
    defaults: {
      constants: {
        'flowcontrol.v1.ExemptPriorityLevelConfiguration': { nominalConcurrencyShares: 0, lendablePercent: 0 },
        'flowcontrol.v1.LimitedPriorityLevelConfiguration': { nominalConcurrencyShares: 30, lendablePercent: 0 },
        'flowcontrol.v1.QueuingConfiguration': { queues: 64, handSize: 8, queueLengthLimit: 50 },
      },
    },
  },
];
