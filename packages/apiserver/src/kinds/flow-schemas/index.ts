import { ageColumn, at, column, conditionStatus, count, NONE, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';

export const flowSchemas: readonly BuiltInKind[] = [
  {
    name: 'flowschemas.flowcontrol.apiserver.k8s.io',
    columns: [
      nameColumn,
      column('PriorityLevel', at('spec.priorityLevelConfiguration.name', NONE)),
      column('MatchingPrecedence', count('spec.matchingPrecedence')),
      column('DistinguisherMethod', at('spec.distinguisherMethod.type', NONE)),
      ageColumn,
      column('MissingPL', (schema) => conditionStatus(schema, 'Dangling') || '?'),
    ],
    defaults: {
      constants: {
        'flowcontrol.v1.FlowSchemaSpec': { matchingPrecedence: 1000 },
      },
    },
  },
];
