import { readersOf } from '../../selectors/index.ts';
import { ageColumn, at, column, nameColumn } from '../../tables/index.ts';
import type { BuiltInKind } from '../built-in-kind.ts';
import { namespaceRules } from './rules.ts';

export const namespaces: readonly BuiltInKind[] = [
  {
    name: 'namespaces',
    rules: namespaceRules,
    columns: [nameColumn, column('Status', at('status.phase')), ageColumn],
    defaults: {
      constants: {
        'core.v1.NamespaceStatus': { phase: 'Active' },
      },
    },
    selectableFields: readersOf('status.phase'),
  },
];
